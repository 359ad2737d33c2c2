import Type from 'typebox';
import { type Warning, warningsSchema } from '../../records/index.ts';

export type AssignmentCode = Extract<
  Warning['code'],
  'not_assignable' | 'unknown_person' | 'unknown_group'
>;

/** A record that can be assigned has this member in responses to writes. */
export const assignmentWarnings = { warnings: Type.Optional(warningsSchema) };

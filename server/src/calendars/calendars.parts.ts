// The open parts of a calendar, as responses show them.
import Type from 'typebox';
import { object } from '../platform/http/input/schema.ts';
import type { Interval } from './time/weekly-hours.ts';

/** A process reads each year of a time zone, so questions are about years in which somebody works. */
export const EARLIEST = '1970-01-01T00:00:00.000Z';
export const LATEST = '2200-01-01T00:00:00.000Z';

export const instant = Type.String({ format: 'date-time' });
export const Part = object({ from: instant, to: instant }, { title: 'OpenPart' });
export const openSeconds = Type.Integer({ description: 'Whole seconds that are open.' });

const isoText = (at: number): string => new Date(at).toISOString();
export const presentPart = ({ from, to }: Interval) => ({ from: isoText(from), to: isoText(to) });
export const wholeSeconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

// Actions name custom fields by their labels, which are learned when they are read.
import { useQueries } from '@tanstack/react-query';
import { fieldsQuery } from '../../api/index.ts';

const types = ['incident', 'change', 'request'] as const;

export const useCustomWords = (): void =>
  void useQueries({ queries: types.map((type) => fieldsQuery(type)) });

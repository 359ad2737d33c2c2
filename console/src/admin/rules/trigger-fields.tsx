// The event says which fields and comparisons a condition may have; only an update can compare with the values before.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ruleFieldsQuery } from '../../api/index.ts';
import type { ConditionField } from '../../conditions/index.ts';
import { SkeletonBar } from '../../ui/layout/skeleton.tsx';
import type { Trigger } from './rule.values.ts';

interface TriggerFieldsProps {
  trigger: Trigger;
  children: (fields: readonly ConditionField[]) => ReactNode;
}

export function TriggerFields({ trigger, children }: TriggerFieldsProps) {
  const { data } = useQuery({
    ...ruleFieldsQuery(trigger.record_type, trigger.on),
    placeholderData: keepPreviousData,
  });
  return data ? children(data) : <SkeletonBar width="60%" />;
}

// The timeline shows the SLA clock where one of its segments begins.
import Type from 'typebox';
import { object, oneOf } from '../../platform/http/input/schema.ts';
import type { TimelinePart } from '../../records/index.ts';
import { phaseNames, phases } from './sla.clock.ts';
import { changesPhase, type Transition } from './sla.segments.ts';

export const slaTimeline: TimelinePart = {
  schema: {
    sla: Type.Optional(
      object(
        { state: oneOf(phaseNames) },
        { description: 'The state of the SLA clock that began with this update.' },
      ),
    ),
  },
  membersOf: ({ state }) => {
    const transition = state as Pick<Transition, 'from' | 'to'> | undefined;
    return transition && changesPhase(transition)
      ? { members: { sla: { state: phases[transition.to] } } }
      : undefined;
  },
};

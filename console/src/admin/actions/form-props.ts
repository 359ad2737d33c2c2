import type { ActionKind, ActionValues } from '../../actions/index.ts';
import type { AutomatedType } from '../../api/index.ts';

/** Every form of an action gets these. */
export interface FormProps<Kind extends ActionKind> {
  value: ActionValues[Kind];
  type: AutomatedType;
  /** Returns the message about the part of the action with this JSON pointer. */
  faultAt: (pointer: string) => string | undefined;
  onChange: (value: ActionValues[Kind]) => void;
}

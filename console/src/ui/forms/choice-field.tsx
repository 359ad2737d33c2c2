// The field searches a list of choices, such as people, groups or states, while somebody types.
import { dropdownPart } from '../kit/index.tsx';

export const ChoiceField = dropdownPart((parts) => parts.ChoiceField);

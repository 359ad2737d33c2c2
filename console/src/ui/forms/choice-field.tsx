// A field that searches a list of choices as one types: people, groups, states.
import { dropdownPart } from '../kit/index.tsx';

export const ChoiceField = dropdownPart((parts) => parts.ChoiceField);

// The list is searched by typing and chosen from by arrows and Enter; it stays open, so that several can be chosen.
import { dropdownPart } from '../kit/index.tsx';

export const CheckList = dropdownPart((parts) => parts.CheckList);

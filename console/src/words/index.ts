// How fields, values and people read on every page.
export {
  becameText,
  fieldLabel,
  holdReasons,
  isLongField,
  personName,
  valueText,
} from './fields.ts';

// How fields, values, people and errors read on every page.
export { faultWords, inputFaultText } from './faults.ts';
export {
  becameText,
  fieldLabel,
  holdReasons,
  isLongField,
  personName,
  plainText,
  valueText,
} from './fields.ts';

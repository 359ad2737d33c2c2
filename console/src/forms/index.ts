// The questions of a form are shown by one renderer: those of catalog items, and the instance's own fields.
//
//   const shown = useShownFaults(form, values);
//   {shown.isSent && <FaultSummary form={form} id={id} faults={shown.faults} />}
//   <FormFields id={id} form={form} values={values} faults={shown.faults} onLeave={shown.leave} onChange={…} />
//
// It reads nothing and stores nothing: the page has the values.
export { FaultSummary } from './fault-summary.tsx';
export { FormFields, focusQuestion } from './form-fields.tsx';
export { useShownFaults } from './use-shown-faults.ts';

// A dialog focuses the first element with this attribute. Every kind of field has it, so that the first field of a
// dialog gets the focus, and not the button that closes the dialog.
export const firstField = { 'data-autofocus': true } as const;

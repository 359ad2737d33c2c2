// Forms of hosted pages link labels, help and errors to their fields for screen readers.
import { type Html, html, joinHtml, rawHtml } from './html.ts';

export interface Fault {
  message: string;
  /** The list is empty if no field is invalid and the user has to wait. */
  fields: string[];
}

const FAULT_ID = 'fault';

const alertOf = (fault: Fault | undefined): Html | undefined =>
  fault &&
  html`<div class="alert" role="alert" id="${FAULT_ID}">
    <svg viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="10" cy="10" r="7.5" />
      <path d="M10 6v5M10 13.75v.01" />
    </svg>
    <p>${fault.message}</p>
  </div>`;

export interface Field {
  name: string;
  label: string;
  type: 'email' | 'password' | 'text';
  autocomplete: string;
  value?: string | undefined;
  inputmode?: 'numeric' | 'text';
  minlength?: number;
  maxlength?: number;
  help?: string;
  autofocus?: boolean;
}

const attributesOf = (attributes: Record<string, string | number | boolean | undefined>): Html =>
  joinHtml(
    Object.entries(attributes)
      .filter(([, value]) => value !== undefined && value !== false && value !== '')
      .map(([name, value]) =>
        value === true ? rawHtml(name) : html`${rawHtml(name)}="${String(value)}"`,
      ),
  );

export const fieldOf = (field: Field, fault?: Fault): Html => {
  const { name, label, help, ...attributes } = field;
  const helpId = help && `${name}-help`;
  const isInvalid = fault?.fields.includes(name);
  const isDescribed = isInvalid || fault?.fields.length === 0;
  const input = attributesOf({
    id: name,
    name,
    ...attributes,
    required: true,
    'aria-invalid': isInvalid && 'true',
    'aria-describedby': [isDescribed && FAULT_ID, helpId].filter(Boolean).join(' '),
  });
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input ${input} />
    ${help && html`<p class="help" id="${helpId}">${help}</p>`}
  </div>`;
};

export interface Form {
  action: string;
  /** These values are sent with the fields. */
  hidden?: Readonly<Record<string, string>>;
  email?: string;
  fault?: Fault;
}

/** After an error the address is prefilled, so that only the password has to be entered again. */
export const credentials = (passwordLabel: string, email: string | undefined): Field[] => [
  {
    name: 'email',
    label: 'Email address',
    type: 'email',
    autocomplete: 'username',
    value: email,
    autofocus: !email,
  },
  {
    name: 'password',
    label: passwordLabel,
    type: 'password',
    autocomplete: 'current-password',
    autofocus: Boolean(email),
  },
];

/** Returns inputs that send these values with a form. */
export const hiddenInputs = (values: Readonly<Record<string, string>>): Html =>
  joinHtml(
    Object.entries(values).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
    ),
  );

export const formOf = (
  { action, fault, hidden = {} }: Form,
  fields: Field[],
  button: string,
): Html =>
  html`${alertOf(fault)}
    <form method="post" action="${action}">
      ${hiddenInputs(hidden)} ${joinHtml(fields.map((field) => fieldOf(field, fault)))}
      <button type="submit">${button}</button>
    </form>`;

// Values that the server wrote into the page.
const content = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content ?? '';

export const page = {
  issuer: content('issuer'),
  /** The public address of the instance; the provider redirects to it alone. */
  baseUrl: content('base'),
  instance: content('instance'),
};

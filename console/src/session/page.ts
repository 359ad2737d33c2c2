// Reads the values that the server wrote into the page.
const content = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content ?? '';

export const page = {
  issuer: content('issuer'),
  /** The provider redirects only to this public address of the instance. */
  baseUrl: content('base'),
  instance: content('instance'),
};

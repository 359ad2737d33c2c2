// The query of a URL has plain names and values of the API, with commas unescaped so that people can read them.
export const parseSearch = (text: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(text));

const plain = (text: string): string =>
  encodeURIComponent(text).replaceAll('%2C', ',').replaceAll('%3A', ':').replaceAll('%40', '@');

export const stringifySearch = (search: Record<string, unknown>): string => {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  const text = given.map(([name, value]) => `${plain(name)}=${plain(String(value))}`).join('&');
  return text && `?${text}`;
};

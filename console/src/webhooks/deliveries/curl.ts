// A delivery as commands for a shell. The secret is not in it: the signature is computed from $SECRET, and masked
// header values become variables.
import type { Attempt } from '../../api/index.ts';

/** Made by curl, or meaningless outside the attempt. */
const leftOut = new Set([
  'host',
  'content-length',
  'connection',
  'accept-encoding',
  'webhook-signature',
  'x-service-signature',
]);
const MASK = '***';

/** In single quotes; a quote in the text ends them, is escaped, and begins them again. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const variableOf = (header: string): string => header.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_');

const headerLine = ([name, value]: [string, string]): string =>
  value === MASK ? `-H "${name}: $${variableOf(name)}"` : `-H ${quoted(`${name}: ${value}`)}`;

export function curlOf({ method, url, headers }: Attempt['request'], body: string): string {
  const isSigned = Object.keys(headers).some(
    (name) => name.toLowerCase() === 'x-service-signature',
  );
  const given = Object.entries(headers).filter(([name]) => !leftOut.has(name.toLowerCase()));
  const options = [
    ...given.map((header) => headerLine(header)),
    ...(isSigned ? ['-H "x-service-signature: $SIGNATURE"'] : []),
    '--data-binary "$BODY"',
  ];
  return [
    `BODY=${quoted(body)}`,
    ...(isSigned
      ? [`SIGNATURE=$(printf %s "$BODY" | openssl dgst -sha256 -hmac "$SECRET" | sed 's/^.* //')`]
      : []),
    [`curl -i -X ${method} ${quoted(url)}`, ...options].join(' \\\n  '),
  ].join('\n');
}

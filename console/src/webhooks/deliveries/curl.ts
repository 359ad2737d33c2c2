// Writes a delivery as commands for a shell. They do not contain the secret: the signature is computed from $SECRET, and
// masked header values become variables.
import type { Attempt } from '../../api/index.ts';

/** These headers are set by curl, or have no meaning outside the attempt. */
const leftOut = new Set([
  'host',
  'content-length',
  'connection',
  'accept-encoding',
  'webhook-signature',
  'x-service-signature',
]);
const MASK = '***';

/** Puts a text in single quotes; a quote in the text ends them, is escaped, and begins them again. */
const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const variableOf = (header: string): string => header.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_');

const headerLine = ([name, value]: [string, string]): string =>
  value === MASK ? `-H "${name}: $${variableOf(name)}"` : `-H ${quote(`${name}: ${value}`)}`;

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
    `BODY=${quote(body)}`,
    ...(isSigned
      ? [`SIGNATURE=$(printf %s "$BODY" | openssl dgst -sha256 -hmac "$SECRET" | sed 's/^.* //')`]
      : []),
    [`curl -i -X ${method} ${quote(url)}`, ...options].join(' \\\n  '),
  ].join('\n');
}

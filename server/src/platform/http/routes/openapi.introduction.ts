// The reference begins with this introduction, which has the addresses of the instance.
import type { Config } from '../../runtime/config.ts';
import { API_ROOT, CURRENT_VERSION } from '../request/request-url.ts';

type Addresses = Pick<Config, 'BASE_URL' | 'AUTH_URL' | 'OIDC_ISSUER'>;

const ownToken = (
  authUrl: string,
): string => `A program exchanges the id and the secret of its client for a token, which is valid for an hour. The demonstration prints this line with its own client:

\`\`\`sh
TOKEN=$(curl -s ${authUrl}/oauth2/token \\
  -d grant_type=client_credentials \\
  -d client_id=YOUR_CLIENT -d client_secret=YOUR_SECRET |
  sed 's/.*"access_token":"\\([^"]*\\).*/\\1/')
\`\`\`

To send requests from this page, sign in: press **Authorize** under Authentication. The page keeps the token until you close its tab.`;

const externalToken = (issuer: string): string =>
  `Obtain an access token for this instance from its identity provider, ${issuer}, and store it in \`TOKEN\`.`;

/** Returns Markdown, in which all links are absolute: the document is also read outside the instance. */
export function introduce({ BASE_URL, AUTH_URL, OIDC_ISSUER }: Addresses): string {
  const guide = (path: string): string => `${BASE_URL}/docs/guide/${path}`;
  return `IT service management behind one HTTP API. Every path is available under \`${CURRENT_VERSION}\` and, as an alias of the current version, under \`${API_ROOT}\`. The [guides](${guide('')}) explain the behaviour that a schema cannot express.

## Get a token

${OIDC_ISSUER ? externalToken(OIDC_ISSUER) : ownToken(AUTH_URL)}

People create API keys for their own programs: see [authentication](${guide('reference/authentication')}).

## Send the first request

\`\`\`sh
API=${BASE_URL}${CURRENT_VERSION}
curl "$API/me" -H "Authorization: Bearer $TOKEN"
curl "$API/incidents?state=new&limit=5" \\
  -H "Authorization: Bearer $TOKEN"
\`\`\`

The tutorial [Call the API](${guide('tutorials/call-the-api')}) continues from here. For JavaScript and TypeScript there is an [SDK](${guide('sdk')}), and for the terminal a [command line](${guide('reference/cli')}).

## Errors

Every error is a problem detail (RFC 9457). A program acts on \`status\` and the stable \`code\`; \`detail\` says what to do, \`errors\` lists all faults of the input with a pointer to each, and the operator finds the request by \`request_id\`. All codes are in [errors](${guide('reference/errors')}).

| Status | Action |
| --- | --- |
| 400, 409, 412, 422 | Change the request; \`detail\` says how. |
| 401 | Obtain a new token, then repeat the request once. |
| 403, 404 | Do not repeat it. 404 also means that the record is not visible to you. |
| 429, 503 | Wait for the seconds in \`Retry-After\`, then repeat it, with increasing delays. |

## Limits

Every response reports the caller's bucket in \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\`. An empty bucket is 429 \`rate_limited\` with \`Retry-After\`. See [rate limits](${guide('reference/conventions#rate-limits')}).

## Retries

A request without a response may have been executed. Send a POST or PATCH with an \`Idempotency-Key\` of your choice and repeat it with the same key: it is executed once, and you get the stored response. To refuse an update of a record that has changed, send its \`ETag\` as \`If-Match\`. See [safe retries](${guide('reference/conventions#safe-retries')}).`;
}

// Each kind of hostile token is refused. Unless stated otherwise it is sent as `Authorization: Bearer <text>`.
import type { Instance } from '../../support/harness.ts';
import type { Forger } from './forge.ts';

/** The Authorization header lines are sent as they are. */
type Lines = string[];
export interface Kind {
  lines: Lines;
  /**
   * This status is accepted besides 401: 403 for a valid token without a known role, 400 and 431 for malformed
   * requests.
   */
  also?: number;
}

const now = (): number => Math.floor(Date.now() / 1000);
const flipBit = (token: string, at: number): string => {
  const bit = token[at] === 'A' ? 'B' : 'A';
  return token.slice(0, at) + bit + token.slice(at + 1);
};

/** Makes tokens without any key of the instance. */
function forgeries({ good, claims, forge, forgeUnsigned, hmac, publicKey, strangerJwk }: Forger) {
  const [head = '', body = '', signature = ''] = good.split('.');
  const jwks = `data:application/json,${JSON.stringify({ keys: [strangerJwk] })}`;
  const doubled = JSON.stringify(claims).replace('{', '{"roles":["super_admin"],"sub":"root",');
  return {
    'alg none': forgeUnsigned({ alg: 'none' }),
    'alg None': forgeUnsigned({ alg: 'None' }),
    'alg NONE': forgeUnsigned({ alg: 'NONE' }),
    'alg nOnE': forgeUnsigned({ alg: 'nOnE' }),
    'alg none with the old signature': forgeUnsigned({ alg: 'none' }, signature),
    'alg empty': forgeUnsigned({ alg: '' }, signature),
    'alg missing': forgeUnsigned({ alg: undefined }, signature),
    'alg null': forgeUnsigned({ alg: null }, signature),
    'alg as a list': forgeUnsigned({ alg: ['ES256'] }, signature),
    'alg none, unsecured and in two parts': forgeUnsigned({ alg: 'none' }).slice(0, -1),
    'HS256 with the public key in PEM': hmac('HS256', publicKey.pem),
    'HS256 with the public key in DER': hmac('HS256', publicKey.der),
    'HS256 with the public key as JWK': hmac('HS256', JSON.stringify(publicKey.jwk)),
    'HS256 with the x of the public key': hmac('HS256', Buffer.from(publicKey.jwk.x, 'base64url')),
    'HS384 with the public key': hmac('HS384', publicKey.pem),
    'HS512 with the public key': hmac('HS512', publicKey.pem),
    'HS256 with an empty secret': hmac('HS256', ''),
    'ES256 of a stranger under our kid': forge(),
    'RS256 of a stranger under our kid': forge({}, {}, 'RS256'),
    'EdDSA of a stranger under our kid': forge({}, {}, 'EdDSA'),
    'PS256 said, ES256 signed': forge({ alg: 'PS256' }),
    'ES384 said, ES256 signed': forge({ alg: 'ES384' }),
    'ES256K said, ES256 signed': forge({ alg: 'ES256K' }),
    'an embedded jwk': forge({ jwk: strangerJwk }),
    'an embedded jwk without kid': forge({ jwk: strangerJwk, kid: undefined }),
    'a jku': forge({ jku: 'https://evil.example.com/jwks' }),
    'a jku of data': forge({ jku: jwks }),
    'an x5u': forge({ x5u: 'https://evil.example.com/cert.pem' }),
    'an x5c': forge({ x5c: [publicKey.der.toString('base64')] }),
    'no kid': forge({ kid: undefined }),
    'an unknown kid': forge({ kid: 'unknown' }),
    'a kid that is a path': forge({ kid: '../../../../dev/null' }),
    'HS256 with a secret of one NUL': hmac('HS256', Buffer.alloc(1)),
    'a kid that is SQL': forge({ kid: "x' union select 'AAAA' --" }),
    'a kid that is a command': forge({ kid: '$(id)|id' }),
    'a kid of 4,000 characters': forge({ kid: 'k'.repeat(4000) }),
    'a kid that is a number': forge({ kid: 0 }),
    'a kid that is an object': forge({ kid: { toString: 'x' } }),
    'a kid named __proto__': forge({ kid: '__proto__' }),
    'an unknown crit': forge({ crit: ['exp'], exp: 1 }),
    'a crit that is empty': forge({ crit: [] }),
    'b64 false': forge({ b64: false, crit: ['b64'] }),
    'a compressed payload': forge({ zip: 'DEF' }),
    'an encrypted token': `${Buffer.from('{"alg":"dir","enc":"A256GCM"}').toString('base64url')}..AAAA.AAAA.AAAA`,
    'an encrypted token to our key': `${Buffer.from('{"alg":"ECDH-ES","enc":"A256GCM"}').toString('base64url')}.AAAA.AAAA.AAAA.AAAA`,
    'no signature': `${head}.${body}.`,
    'two parts': `${head}.${body}`,
    'one part': head,
    'four parts': `${good}.AAAA`,
    'a truncated signature': good.slice(0, -2),
    'half a signature': `${head}.${body}.${signature.slice(0, signature.length / 2)}`,
    'an extended signature': `${good}AAAA`,
    'a signature of zeros': `${head}.${body}.${Buffer.alloc(64).toString('base64url')}`,
    'a signature in DER': `${head}.${body}.${Buffer.from('3006020101020101', 'hex').toString('base64url')}`,
    'a flipped bit in the signature': flipBit(good, good.length - 40),
    'a flipped bit in the claims': flipBit(good, head.length + 20),
    'a flipped bit in the header': flipBit(good, 5),
    'other claims under the old signature': forgeUnsigned({}, signature, {
      ...claims,
      sub: 'root',
    }),
    'doubled claims under the old signature': forgeUnsigned({}, signature, doubled),
    'claims that are no object': forgeUnsigned({}, signature, '"super_admin"'),
    'claims that are no JSON': forgeUnsigned({}, signature, '{'),
    'padding inside': `${head}=.${body}.${signature}`,
    'an API key': 'sbk_000000000000000000000000000000000000',
    'words of no form': 'let-me-in',
    'dots alone': '..',
  };
}

/** Signs tokens with the instance's own key, but issues them for another purpose. */
async function misuses({ mint, deps }: Instance): Promise<Record<string, string>> {
  const as = { sub: 'forged', roles: ['super_admin'] };
  const minted: Record<string, [claims: object, header?: object]> = {
    'no exp': [{ exp: undefined }],
    'no iss': [{ iss: undefined }],
    'no aud': [{ aud: undefined }],
    'no sub': [{ sub: undefined }],
    'no iat': [{ iat: undefined }],
    'an expired one': [{ iat: now() - 7200, exp: now() - 1 }],
    'an exp of text': [{ exp: String(now() + 3600) }],
    'an exp of null': [{ exp: null }],
    'an iat in an hour': [{ iat: now() + 3600, exp: now() + 7200 }],
    'an iat of text': [{ iat: 'now' }],
    'an nbf in an hour': [{ nbf: now() + 3600 }],
    'another issuer': [{ iss: 'https://evil.example.com' }],
    'our issuer with a slash': [{ iss: `${deps.config.AUTH_URL}/` }],
    'issuers in a list': [{ iss: [deps.config.AUTH_URL] }],
    'another audience': [{ aud: 'somebody-else' }],
    'audiences without the instance': [{ aud: ['a', 'b'] }],
    'an audience that begins like the instance': [{ aud: `${deps.config.AUTH_AUDIENCE}-2` }],
    'type JWT': [{}, { typ: 'JWT' }],
    'no type': [{}, { typ: undefined }],
    'type of a logout token': [{}, { typ: 'logout+jwt' }],
    'type of an introspection': [{}, { typ: 'token-introspection+jwt' }],
    'a sub that is a number': [{ sub: 7 }],
    'a sub that is empty': [{ sub: '' }],
    'a sub that is an object': [{ sub: { id: 'forged' } }],
    'a generation of text': [{ gen: 'newest' }],
    'a negative generation': [{ gen: -1 }],
  };
  const made = Object.entries(minted).map(
    async ([name, [claims, header]]) =>
      [name, await mint({ ...as, ...claims }, { ...header })] as const,
  );
  return Object.fromEntries(await Promise.all(made));
}

/** The caller of a valid token with a malformed roles claim is authenticated, and authorized for nothing. */
const rolesOfNoKind = {
  'roles that are text': 'super_admin',
  'roles in an object': { super_admin: true },
  'roles that are numbers': [0, 1],
  'roles in lists of lists': [['super_admin']],
  'roles by other names': ['SUPER_ADMIN', 'super_admin ', '__proto__', 'constructor'],
  'no roles': undefined,
};

/** Puts a valid token into malformed headers. */
const wrongHeaders = ({ good, forge }: Forger): Record<string, Kind> => ({
  'two headers, the bad one first': { lines: [`Bearer ${forge()}`, `Bearer ${good}`] },
  'two headers, the good one first': { lines: [`Bearer ${good}`, `Bearer ${forge()}`] },
  'two tokens in a header': { lines: [`Bearer ${good}, Bearer ${good}`] },
  'two tokens and a space': { lines: [`Bearer ${good} ${good}`] },
  'the scheme alone': { lines: ['Bearer'] },
  'the scheme and a space': { lines: ['Bearer '] },
  'no scheme': { lines: [good] },
  'lower case with a forgery': { lines: [`bearer ${forge()}`] },
  'scheme Basic': { lines: [`Basic ${good}`] },
  'scheme Basic with a name': {
    lines: [`Basic ${Buffer.from(`forged:${good}`).toString('base64')}`],
  },
  'scheme DPoP': { lines: [`DPoP ${good}`] },
  'scheme Token': { lines: [`Token ${good}`] },
  'a tab after the scheme': { lines: [`Bearer\t${good}`] },
  'a tab inside': { lines: [`Bearer ${good.slice(0, 50)}\t${good.slice(50)}`] },
  'quotes around': { lines: [`Bearer "${good}"`] },
  'a NUL at the end': { lines: [`Bearer ${good}\0`], also: 400 },
  'a control character inside': {
    lines: [`Bearer ${good.slice(0, 9)}\x01${good.slice(9)}`],
    also: 400,
  },
  'a bare CR': { lines: [`Bearer ${good}\rX: y`], also: 400 },
  'a folded line': { lines: [`Bearer\r\n ${good}`], also: 400 },
  'a letter that is not ASCII': { lines: [`Bearer ${good}é`] },
  'an empty header': { lines: [''] },
  'no header': { lines: [] },
  'a token of 9,000 characters': { lines: [`Bearer ${'a'.repeat(9000)}`] },
  'a token of 1 MB': { lines: [`Bearer ${'a'.repeat(1 << 20)}`], also: 431 },
});

export async function hostileKinds(
  instance: Instance,
  forger: Forger,
  real: Record<string, string>,
): Promise<Map<string, Kind>> {
  const { mint } = instance;
  const tokens = { ...forgeries(forger), ...(await misuses(instance)), ...real };
  const kinds = new Map<string, Kind>(
    Object.entries(tokens).map(([name, token]) => [name, { lines: [`Bearer ${token}`] }]),
  );
  for (const [name, roles] of Object.entries(rolesOfNoKind)) {
    const token = await mint({ sub: 'forged', roles });
    kinds.set(name, { lines: [`Bearer ${token}`], also: 403 });
  }
  for (const [name, kind] of Object.entries(wrongHeaders(forger))) kinds.set(name, kind);
  return kinds;
}

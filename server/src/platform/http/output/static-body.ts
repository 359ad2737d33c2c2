// A large public body that does not change is hashed once, compressed once per coding, and not sent to a caller that has
// it. Building it for every request would cost 2 ms and 250 kB, without a token.
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Coding, preferredCoding } from './accept-encoding.ts';
import { isUnchanged } from './etag.ts';

const FIVE_MINUTES = 'public, max-age=300';

/** This takes a tenth of the time of the best quality, for a tenth more bytes. */
const BROTLI_QUALITY = 5;

const compressors: Record<Coding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
    }),
  gzip: (bytes) => promisify(gzip)(bytes),
  identity: async (bytes) => bytes,
};

interface StaticBodyOptions {
  cacheControl?: string;
  /** These forms were compressed before the process started. */
  encoded?: Partial<Record<Coding, Buffer | undefined>>;
  /** The content is an archive that another coding would not make smaller, so every caller gets it as it is. */
  isCompressed?: boolean;
}

export class StaticBody {
  readonly #bytes: Buffer;
  readonly #hash: string;
  readonly #cacheControl: string;
  readonly #isCompressed: boolean;
  readonly #encoded: Map<Coding, Promise<Buffer>>;

  constructor(
    content: string | Buffer,
    { cacheControl = FIVE_MINUTES, encoded = {}, isCompressed = false }: StaticBodyOptions = {},
  ) {
    this.#bytes = typeof content === 'string' ? Buffer.from(content) : content;
    this.#cacheControl = cacheControl;
    this.#isCompressed = isCompressed;
    this.#encoded = new Map(
      Object.entries(encoded).flatMap(([coding, bytes]) =>
        bytes ? [[coding as Coding, Promise.resolve(bytes)] as const] : [],
      ),
    );
    this.#hash = hash('sha256', this.#bytes, 'base64url').slice(0, 22);
  }

  /** Sets the headers and returns the payload, which is empty for 304. */
  async negotiate(request: FastifyRequest, reply: FastifyReply): Promise<Buffer | string> {
    const coding = this.#isCompressed
      ? 'identity'
      : preferredCoding(request.headers['accept-encoding']);
    // The ETag is strong, so each coding has its own.
    const etag = `"${this.#hash}${coding === 'identity' ? '' : `-${coding}`}"`;
    reply.headers({
      etag,
      'cache-control': this.#cacheControl,
      vary: this.#isCompressed ? 'Origin' : 'Origin, Accept-Encoding',
    });
    if (isUnchanged(request.headers['if-none-match'], etag)) {
      reply.code(304);
      return '';
    }
    if (coding !== 'identity') reply.header('content-encoding', coding);
    return this.#encode(coding);
  }

  #encode(coding: Coding): Promise<Buffer> {
    const encoded = this.#encoded.get(coding) ?? compressors[coding](this.#bytes);
    this.#encoded.set(coding, encoded);
    return encoded;
  }
}

// Speaks LMTP as a mail server does, over one connection, and shows every response.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface LmtpMail {
  from?: string;
  to: readonly string[];
  raw: string | Buffer;
  /** Announces a size that the mail need not have. */
  size?: number;
}

export interface LmtpReplies {
  mail: string;
  /** Each recipient has a response. */
  rcpt: string[];
  /** Each accepted recipient has another one after the text. */
  data: string[];
}

export class LmtpClient {
  readonly #socket: Socket;
  #rest = '';
  readonly #lines: string[] = [];
  #onLine: (() => void) | undefined;
  #isClosed = false;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setEncoding('latin1').on('data', (part: string) => {
      const lines = (this.#rest + part).split('\r\n');
      this.#rest = lines.pop() ?? '';
      this.#lines.push(...lines);
      this.#onLine?.();
    });
    socket
      .on('error', () => {})
      .on('close', () => {
        this.#isClosed = true;
        this.#onLine?.();
      });
  }

  /** Rejects if the server refuses the connection. */
  static async connect(port: number): Promise<LmtpClient> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const client = new LmtpClient(socket);
    const greeting = await client.#reply();
    if (!greeting.startsWith('220')) throw new Error(greeting);
    await client.#command('LHLO mx.example.com');
    return client;
  }

  /** Rejects if the connection is lost before the last response. */
  async send({ from = 'ada@example.com', to, raw, size }: LmtpMail): Promise<LmtpReplies> {
    const replies: LmtpReplies = { mail: '', rcpt: [], data: [] };
    replies.mail = await this.#command(
      `MAIL FROM:<${from}>${size === undefined ? '' : ` SIZE=${size}`}`,
    );
    if (!replies.mail.startsWith('250')) return replies;
    for (const address of to) replies.rcpt.push(await this.#command(`RCPT TO:<${address}>`));
    const accepted = replies.rcpt.filter((reply) => reply.startsWith('250'));
    if (accepted.length === 0) {
      await this.#command('RSET');
      return replies;
    }
    await this.#command('DATA');
    const text = raw.toString('latin1').replaceAll(/^\./gm, '..');
    this.#socket.write(text.endsWith('\r\n') ? `${text}.\r\n` : `${text}\r\n.\r\n`, 'latin1');
    for (const _ of accepted) replies.data.push(await this.#reply());
    return replies;
  }

  /** Closes the connection in the middle of the text. */
  async abandon({ to, raw }: Pick<LmtpMail, 'to' | 'raw'>): Promise<void> {
    await this.#command('MAIL FROM:<ada@example.com>');
    for (const address of to) await this.#command(`RCPT TO:<${address}>`);
    await this.#command('DATA');
    this.#socket.end(raw);
    await once(this.#socket, 'close');
  }

  close(): void {
    this.#socket.destroy();
  }

  #command(line: string): Promise<string> {
    this.#socket.write(`${line}\r\n`);
    return this.#reply();
  }

  /** A response ends with the line that has a space after its code. */
  async #reply(): Promise<string> {
    for (;;) {
      const end = this.#lines.findIndex((line) => /^\d{3} /.test(line));
      if (end !== -1) return this.#lines.splice(0, end + 1).join('\n');
      if (this.#isClosed) throw new Error('the connection was lost');
      await new Promise<void>((resolve) => {
        this.#onLine = resolve;
      });
    }
  }
}

// The mail server sends a message again after a code of 4xx, and returns it to its sender after one of 5xx.
export class LmtpError extends Error {
  readonly responseCode: number;

  constructor(responseCode: 421 | 451 | 550 | 552 | 554, message: string) {
    super(message);
    this.responseCode = responseCode;
  }
}

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { rawMessageId } from './raw-message-id.ts';

describe('Message-ID of a raw message', () => {
  const cases: [name: string, raw: string, id: string | undefined][] = [
    ['it is read', 'From: a\r\nMessage-ID: <1@a>\r\n\r\nText', '<1@a>'],
    ['it is read in any case, with bare line feeds', 'from: a\nmessage-id:<1@a>\n\nText', '<1@a>'],
    ['it is read where the field is folded', 'Message-Id:\r\n <1@a>\r\nTo: b\r\n\r\n', '<1@a>'],
    ['it is the first one', 'Message-ID: <1@a>\r\nMessage-ID: <2@a>\r\n\r\n', '<1@a>'],
    ['it is not read from the text', 'From: a\r\n\r\nMessage-ID: <1@a>\r\n', undefined],
    ['it is not read from another field', 'X-Message-ID: <1@a>\r\n\r\n', undefined],
    ['it may have no angle brackets, and is none then', 'Message-ID: 1@a\r\n\r\n', undefined],
    ['it is absent from no bytes at all', '', undefined],
  ];
  for (const [name, raw, id] of cases)
    test(name, () => assert.equal(rawMessageId(Buffer.from(raw)), id));
});

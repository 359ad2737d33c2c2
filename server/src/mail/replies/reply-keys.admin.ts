import { parseArgs } from 'node:util';
import type { Command, Commands } from '../../feature.ts';
import { transact } from '../../platform/postgres/transaction.ts';
import { countOf } from '../../platform/text.ts';
import { rotateReplyKeys } from './reply-keys.ts';

const rotate: Command['run'] = async (deps, args) => {
  const { values } = parseArgs({ args, options: { 'remove-older': { type: 'boolean' } } });
  const { 'remove-older': removesOlder = false } = values;
  const removed = await transact(deps, (tx) => rotateReplyKeys(tx, deps.keys, { removesOlder }));
  const rest = removesOlder
    ? `${countOf(removed, 'older key')} removed; the addresses that they signed do not work any more.`
    : 'The addresses that older keys signed still work.';
  return `A new key signs the addresses of replies. ${rest}`;
};

export const replyKeyCommands: Commands = {
  'rotate-reply-keys': {
    usage: `
  admin rotate-reply-keys
                        create a new key for the addresses of replies to e-mail
    [--remove-older]    if a key may have leaked: addresses that older keys signed stop working`,
    run: rotate,
  },
};

// The flood as a process: node flood.process.ts <url> <per second> <seconds>.
import { flood } from './flood.ts';

const [url = '', perSecond, seconds] = process.argv.slice(2);
process.send?.(await flood(url, Number(perSecond), Number(seconds)));
process.disconnect?.();

// The package of the SDK that fits this instance was packed by the build; it is read once.
import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StaticBody } from '../platform/http/output/static-body.ts';

const PACK = fileURLToPath(new URL('../../../sdk/pack/', import.meta.url));

export interface SdkPackage {
  filename: string;
  /** npm verifies the file by this value. */
  integrity: string;
  body: StaticBody;
}

/** Returns undefined if the package of this version is not built. */
export function readPackage(version: string, folder = PACK): SdkPackage | undefined {
  const filename = `signalbox-sdk-${version}.tgz`;
  const path = join(folder, filename);
  if (!existsSync(path)) return undefined;
  const bytes = readFileSync(path);
  return {
    filename,
    integrity: `sha512-${hash('sha512', bytes, 'base64')}`,
    body: new StaticBody(bytes, { isCompressed: true }),
  };
}

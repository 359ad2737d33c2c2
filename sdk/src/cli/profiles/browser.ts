// Opens an address in the browser of the desktop, where there is one.
import { spawn } from 'node:child_process';
import { platform } from 'node:os';

type Env = Readonly<Record<string, string | undefined>>;

const openers: Partial<Record<NodeJS.Platform, readonly [program: string, ...args: string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

function openerOf(system: NodeJS.Platform, env: Env): readonly string[] | undefined {
  if (env['BROWSER']) return [env['BROWSER']];
  const hasDesktop = Boolean(env['DISPLAY'] ?? env['WAYLAND_DISPLAY']);
  return openers[system] ?? (hasDesktop ? ['xdg-open'] : undefined);
}

/** Returns false if no program can open the address. A failure of the browser itself is not seen. */
export function openBrowser(address: string, env: Env): Promise<boolean> {
  const [program, ...args] = openerOf(platform(), env) ?? [];
  if (program === undefined) return Promise.resolve(false);
  return new Promise((resolve) => {
    const child = spawn(program, [...args, address], { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}

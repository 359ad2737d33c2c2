// Prints an access token, so that other programs can call the API.
import type { Command } from '../command.ts';

export const tokenCommands: Command[] = [
  {
    path: 'token',
    summary: 'Print an access token',
    description:
      'For curl and other programs: the token of your login, renewed if it is about to expire, or a new one for the API key or the client. Only the token is printed. It gives the same access as your login, and expires within an hour.',
    examples: [
      'signalbox token',
      'curl -H "Authorization: Bearer $(signalbox token)" https://desk.example.com/prod/api/v1/incidents',
    ],
    run: async ({ terminal, isJson, openTransport }) => {
      const token = await (await openTransport()).obtainToken();
      if (isJson) terminal.printJson({ access_token: token });
      else terminal.print(token);
    },
  },
];

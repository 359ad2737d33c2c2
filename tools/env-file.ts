// The scripts of package.json import this module before the program, so that it reads .env. The option --env-file-if-exists
// of Node does the same, but prints a notice if there is no such file, as in a demonstration.
import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';

if (existsSync('.env')) loadEnvFile('.env');

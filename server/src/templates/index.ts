export { lookUp, Members, pathOf, type Source } from './paths.ts';
export { truncate } from './pipes.ts';
export { TemplateError } from './scanner.ts';
export { parseTemplate, render } from './templates.ts';

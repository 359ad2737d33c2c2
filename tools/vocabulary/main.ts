// Prints the violations of the vocabulary: `node tools/vocabulary/main.ts [rule] [path]` lists them, without a rule it counts them.
import { thisRepository } from '../docs.ts';
import { rules } from './rules.ts';
import { checkedFiles, violationsOf } from './vocabulary.ts';

const [, , first, second] = process.argv;
const rule = rules.find(({ name }) => name === first);
const prefix = (rule ? second : first) ?? '';

const repository = thisRepository();
const found = checkedFiles(repository.files)
  .filter((path) => path.startsWith(prefix))
  .flatMap((path) => violationsOf(path, repository.read(path)));

if (rule) {
  for (const { path, line, text } of found.filter((violation) => violation.rule === rule.name)) {
    console.log(`${path}:${line}: ${text}`);
  }
} else {
  for (const { name } of rules) {
    console.log(`${name} ${found.filter((violation) => violation.rule === name).length}`);
  }
}

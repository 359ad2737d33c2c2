// The script for zsh shows the meaning of each word, and may be evaluated or autoloaded.
import type { Command } from '../command.ts';
import {
  argumentPlaces,
  branches,
  type Candidate,
  globalCandidates,
  optionPlaces,
  type Place,
  quote,
  twoWordPaths,
  valuedOptions,
  valuePlaces,
} from './candidates.ts';

const entries = (candidates: readonly Candidate[]): string =>
  candidates.map(([word, meaning]) => quote(meaning ? `${word}:${meaning}` : word)).join(' ');

const statements = ({ candidates, isFile, isList }: Place): string => {
  if (isFile) return '_files; return';
  return `${isList ? "compset -P '*,'; suffix=(-S ''); " : ''}entries=(${entries(candidates)})`;
};

const head = (patterns: string): string => `(${patterns})`;

export const zshScript = (commands: readonly Command[]): string => `\
#compdef signalbox
# Completion of signalbox for zsh. Add to ~/.zshrc, after compinit: eval "$(signalbox completion zsh)"
_signalbox() {
  local option= command= kind=value one
  local -a names entries suffix
  for one in "\${(@)words[2,CURRENT-1]}"; do
    case $one in
      (${valuedOptions(commands).join('|')}) option=$one ;;
      (-*) option= ;;
      (*) if [[ -n $option ]]; then option=; else names+=("$one"); fi ;;
    esac
  done
  if [[ $PREFIX == --*=* ]]; then
    option=\${PREFIX%%=*}
    compset -P '*='
  fi
  command=\${names[1]}
  case "\${names[1]} \${names[2]}" in
    (${twoWordPaths(commands).map(quote).join('|')}) command="\${names[1]} \${names[2]}" ;;
  esac
  if [[ -n $option ]]; then
    case "$command $option" in
${branches(valuePlaces(commands), statements, head)}
    esac
  elif [[ $PREFIX == -* ]]; then
    case $command in
${branches(optionPlaces(commands), statements, head)}
    esac
    kind='-o option'
    entries+=(${entries(globalCandidates)})
  else
    case "$command \${#names}" in
${branches(argumentPlaces(commands), statements, head)}
    esac
  fi
  _describe \${=kind} entries "\${suffix[@]}"
}
if [[ \${funcstack[1]} == _signalbox ]]; then
  _signalbox "$@"
else
  compdef _signalbox signalbox
fi`;

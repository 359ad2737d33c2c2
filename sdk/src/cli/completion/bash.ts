// The script for bash runs in version 3.2, which macOS has, and later.
import type { Command } from '../command.ts';
import {
  argumentPlaces,
  branches,
  globalCandidates,
  optionPlaces,
  type Place,
  quote,
  twoWordPaths,
  valuedOptions,
  valuePlaces,
} from './candidates.ts';

const statements = ({ candidates, isFile, isList }: Place): string => {
  if (isFile) return 'files=1';
  const words = candidates.map(([word]) => word).join(' ');
  return `${isList ? 'list=1 ' : ''}words=${quote(words)}`;
};

const head = (patterns: string): string => `${patterns})`;

export const bashScript = (commands: readonly Command[]): string => `\
# Completion of signalbox for bash. Add to ~/.bashrc: eval "$(signalbox completion bash)"
_signalbox() {
  local IFS=$' \\t\\n' word=\${COMP_WORDS[COMP_CWORD]} option= command= words= list= files= start= one
  local -a names=()
  # An option takes the word after it, with or without an equals sign; bash splits values at equals signs and colons.
  for one in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $one in
      =) [[ $option ]] || option== ;;
      :) option=: ;;
      ${valuedOptions(commands).join('|')}) option=$one ;;
      -*) option= ;;
      *) if [[ $option ]]; then option=; else names+=("$one"); fi ;;
    esac
  done
  [[ $word == = ]] && word=
  command=\${names[0]-}
  case "\${names[0]-} \${names[1]-}" in
    ${twoWordPaths(commands).map(quote).join('|')}) command="\${names[0]} \${names[1]}" ;;
  esac
  if [[ $option ]]; then
    case "$command $option" in
${branches(valuePlaces(commands), statements, head)}
    esac
  elif [[ $word == -* ]]; then
    case $command in
${branches(optionPlaces(commands), statements, head)}
    esac
    words+=${quote(` ${globalCandidates.map(([name]) => name).join(' ')}`)}
  else
    case "$command \${#names[@]}" in
${branches(argumentPlaces(commands), statements, head)}
    esac
  fi
  if [[ $files ]]; then
    IFS=$'\\n'
    compopt -o filenames 2>/dev/null
    COMPREPLY=($(compgen -f -- "$word"))
  else
    if [[ $list ]]; then
      compopt -o nospace 2>/dev/null
      [[ $word == *,* ]] && start=\${word%,*},
    fi
    COMPREPLY=($(compgen -P "$start" -W "$words" -- "\${word#"$start"}"))
  fi
}
complete -F _signalbox signalbox`;

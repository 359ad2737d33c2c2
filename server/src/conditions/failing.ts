// Finds the comparisons that decide why a condition does not hold.
import { type Condition, groupOf, isLeaf, type Leaf, type Node } from './evaluation/index.ts';

export interface DecidingLeaf {
  /** The comparison has this place within the condition, such as `/all/1`. */
  pointer: string;
  leaf: Leaf;
}

type Holds = (node: Node) => boolean;

const childrenOf = (node: Condition, pointer: string): { node: Node; pointer: string }[] => {
  const [group, nodes] = groupOf(node);
  return nodes.map((child, at) => ({ node: child, pointer: `${pointer}/${group}/${at}` }));
};

/** Returns the leaves that make the node hold, or fail. A group holds by its members unless it is `none`. */
function decidingLeaves(
  node: Node,
  isHeld: boolean,
  holds: Holds,
  pointer: string,
): DecidingLeaf[] {
  if (isLeaf(node)) return [{ pointer, leaf: node }];
  const [group] = groupOf(node);
  const wanted = group === 'none' ? !isHeld : isHeld;
  return childrenOf(node, pointer)
    .filter((child) => holds(child.node) === wanted)
    .flatMap((child) => decidingLeaves(child.node, wanted, holds, child.pointer));
}

/** The condition does not hold. */
export const failingLeaves = (condition: Condition, holds: Holds): DecidingLeaf[] =>
  decidingLeaves(condition, false, holds, '');

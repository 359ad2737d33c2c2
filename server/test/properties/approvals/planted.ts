// Models with faults that a service could have: none of them explains a tour of the service.
import { ApprovalModel, type ModelOrder, type ModelStage, type StageDefinition } from './model.ts';

type ModelClass = typeof ApprovalModel;

export const plantedModels: Readonly<Record<string, ModelClass>> = {
  'people decide their own orders': class extends ApprovalModel {
    override isParty(order: ModelOrder, name: string): boolean {
      return order.for === name;
    }
  },
  'people decide what is for them': class extends ApprovalModel {
    override isParty(order: ModelOrder, name: string): boolean {
      return order.by === name;
    }
  },
  'nobody stands in': class extends ApprovalModel {
    override standsIn(): boolean {
      return false;
    }
  },
  'delegates stand in also for those who are back': class extends ApprovalModel {
    override standsIn(name: string, absent: string): boolean {
      return name === 'p4' && absent === 'p2';
    }
  },
  'the decision of a delegate does not count for the approver': class extends ApprovalModel {
    override decide(...args: Parameters<ApprovalModel['decide']>): string {
      const [name, order] = args;
      const stage = order.stages.find(({ state }) => state === 'open');
      const before = stage?.waiting_for.filter((one) => one !== name);
      const response = super.decide(...args);
      if (response === '200' && stage && before) stage.waiting_for = before;
      return response;
    }
  },
  'one approval is enough where all are needed': class extends ApprovalModel {
    override isApproved(stage: ModelStage, need: StageDefinition['need']): boolean {
      return super.isApproved(stage, need === 'all' ? 'any' : need);
    }
  },
  'all are needed where one is enough': class extends ApprovalModel {
    override isApproved(stage: ModelStage, need: StageDefinition['need']): boolean {
      return super.isApproved(stage, need === 'any' ? 'all' : need);
    }
  },
  'a number takes more than are left': class extends ApprovalModel {
    override isApproved(stage: ModelStage, need: StageDefinition['need']): boolean {
      const isManaged = stage.decisions.some(({ as }) => as === 'manager');
      return typeof need === 'number' && !isManaged
        ? stage.decisions.length >= need
        : super.isApproved(stage, need);
    }
  },
  'leavers are waited for': class extends ApprovalModel {
    override isWaitedFor(): boolean {
      return true;
    }
  },
  'a manager is one approver more': class extends ApprovalModel {
    override isApproved(stage: ModelStage, need: StageDefinition['need']): boolean {
      const decisions = stage.decisions.map((one) => ({ ...one, as: 'approver' as const }));
      return super.isApproved({ ...stage, decisions }, need);
    }
  },
  'a rejection counts as an approval': class extends ApprovalModel {
    override isRejected(): boolean {
      return false;
    }
  },
  'everybody decides as often as they like': class extends ApprovalModel {
    override hasDecided(): boolean {
      return false;
    }
    override roleOf(...args: Parameters<ApprovalModel['roleOf']>) {
      const [name, order] = args;
      const stage = order.stages.find(({ state }) => state === 'open');
      const isApprover = stage?.approvers.includes(name) && !this.isParty(order, name);
      return isApprover ? { as: 'approver' as const, for: [] } : super.roleOf(...args);
    }
  },
  'stages find their people when the order is placed': class extends ApprovalModel {
    override order(...args: Parameters<ApprovalModel['order']>): string {
      const response = super.order(...args);
      const placed = this.world.orders.at(-1);
      if (response === '201' && placed)
        for (const [at, stage] of placed.stages.entries())
          stage.approvers = this.approversOf(placed, this.world.items[placed.item]![at]!);
      return response;
    }
    override open(_order: ModelOrder, stage: ModelStage): void {
      stage.state = 'open';
      stage.waiting_for = [...stage.approvers];
    }
  },
  'somebody who is away counts as left': class extends ApprovalModel {
    override isLeft(_order: ModelOrder, _stage: ModelStage, name: string): boolean {
      return this.person(name).active;
    }
  },
  'a delegate who has left counts as left': class extends ApprovalModel {
    override isLeft(order: ModelOrder, stage: ModelStage, name: string): boolean {
      const { active, isAway, delegate } = this.person(name);
      return super.isLeft(order, stage, name) || (active && isAway && delegate === 'p4');
    }
  },
  'employees choose anybody to approve': class extends ApprovalModel {
    override order(step: Parameters<ApprovalModel['order']>[0]): string {
      const response = super.order({ ...step, chosen: null });
      const placed = this.world.orders.at(-1);
      if (placed) placed.chosen = step.chosen;
      return response;
    }
  },
};

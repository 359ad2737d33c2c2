// An unfinished delivery can be tried again now, a finished one can be replayed as a new delivery.
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  type Delivery,
  deliveryQuery,
  faultOf,
  nextAttemptOf,
  queryClient,
  replayDelivery,
  retryDelivery,
} from '../../api/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { ReplayIcon, RetryIcon } from '../../ui/icons.ts';
import { faultText } from '../../ui/layout/fault.ts';
import { toast } from '../../ui/overlays/toast.tsx';
import { reloadDeliveries } from './deliveries.list.ts';
import { isUnfinished, nextAttemptText } from './next-attempt.ts';

const NOT_YOURS = 'Your role may not manage webhooks.';

/** A delivery that was refused has changed since the page was read. */
const refresh = (id: string): void => {
  reloadDeliveries();
  void queryClient.invalidateQueries({ queryKey: deliveryQuery(id).queryKey });
};

function useRetry(id: string) {
  return useMutation({
    mutationFn: () => retryDelivery(id),
    onSuccess: () => toast('The next attempt is being made now.'),
    onError: (error) =>
      toast(`The delivery was not tried again. ${faultText(faultOf(error))}`, { tone: 'red' }),
    onSettled: () => refresh(id),
  });
}

/** The message of a refused replay says when the delivery is tried again. */
function refusalText(error: unknown): string {
  const next = nextAttemptOf(error);
  const reason =
    next === undefined
      ? faultText(faultOf(error))
      : `It has not finished. ${nextAttemptText(next, Date.now())}`;
  return `The delivery was not replayed. ${reason}`;
}

function useReplay(id: string) {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => replayDelivery(id),
    onSuccess: (next) => {
      reloadDeliveries();
      toast('The delivery is being sent again. This page shows the new delivery.');
      void navigate({ to: '/webhooks/deliveries/$id', params: { id: next.id } });
    },
    onError: (error) => {
      toast(refusalText(error), { tone: 'red' });
      refresh(id);
    },
  });
}

interface SendAgainProps {
  delivery: Delivery;
  mayManage: boolean;
}

export function SendAgain({ delivery, mayManage }: SendAgainProps) {
  const retry = useRetry(delivery.id);
  const replay = useReplay(delivery.id);
  const reasonAgainst = (isPossible: boolean, isRunning: boolean, otherwise: string) => {
    if (!mayManage) return NOT_YOURS;
    if (isRunning) return 'The delivery is being sent.';
    return isPossible ? undefined : otherwise;
  };
  const canRetry = isUnfinished(delivery);
  const waiting = nextAttemptText(delivery.next_attempt_at, Date.now());
  return (
    <>
      <Button
        variant={canRetry ? 'primary' : 'plain'}
        icon={<RetryIcon />}
        unavailable={reasonAgainst(
          canRetry,
          retry.isPending,
          'The delivery has finished. Replay it to send it again.',
        )}
        onClick={() => retry.mutate()}
      >
        Try again now
      </Button>
      <Button
        variant={canRetry ? 'plain' : 'primary'}
        icon={<ReplayIcon />}
        unavailable={reasonAgainst(
          !canRetry,
          replay.isPending,
          `The delivery has not finished. ${waiting} You can replay it afterwards.`,
        )}
        onClick={() => replay.mutate()}
      >
        Replay
      </Button>
    </>
  );
}

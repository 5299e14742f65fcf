import {
  useInsertionEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
  ViewTransition,
} from 'react';
import type { ReactNode } from 'react';
import type { Router } from '../router/router.ts';
import { ChallengeDialog } from './challenge-dialog.tsx';
import type { Application } from './context.ts';
import { LeaveDialog } from './leave-dialog.tsx';
import { PageTree } from './page-tree.tsx';
import type { Picture, ReactStage } from './react-stage.ts';
import { useObservable } from './use-observable.ts';

const NEVER = (): void => undefined;

interface ApplicationRootProps {
  readonly application: Application;
  readonly stage: ReactStage;
  readonly picture: Picture;
}

/** What the stage shows. */
export function ApplicationRoot({
  application,
  stage,
  picture: first,
}: ApplicationRootProps): ReactNode {
  const [picture, render] = useState(first);
  const router = application.router as Router;
  const challenge = useObservable(router.actions.challenge);
  useLayoutEffect(() => stage.start(render), [stage]);
  return (
    <>
      {/* Before the page: React runs its effect before it changes what comes after it in the document. */}
      <Change picture={picture} stage={stage} />
      <PageTree application={application} places={picture.scenes}>
        {challenge && <ChallengeDialog {...challenge} />}
      </PageTree>
      <LeaveDialog router={router} />
    </>
  );
}

function Change({ picture, stage }: Omit<ApplicationRootProps, 'application'>): ReactNode {
  useInsertionEffect(() => stage.commit(picture), [picture, stage]);
  useLayoutEffect(() => stage.changed(picture), [picture, stage]);
  // The server's document has no mark.
  const isAlive = useSyncExternalStore(
    () => NEVER,
    () => true,
    () => false,
  );
  // One mark or two: where that changes, React has all that is seen fade over as one picture. Around the
  // page, pictures of long pages took longer to make than the pages.
  return (
    <ViewTransition default={picture.isMove ? 'auto' : 'none'}>
      {isAlive && <i hidden />}
      {picture.isMarked && <i hidden />}
    </ViewTransition>
  );
}

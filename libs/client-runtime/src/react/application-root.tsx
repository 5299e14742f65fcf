import {
  createElement,
  useInsertionEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
  ViewTransition,
} from 'react';
import type { ComponentType, ReactNode } from 'react';
import type { Router } from '../router/router.ts';
import type { Challenge } from '../actions/challenge.ts';
import type { Application } from './context.ts';
import { PageTree } from './page-tree.tsx';
import type { Picture, ReactStage } from './react-stage.ts';
import { useObservable } from './use-observable.ts';

const NEVER = (): void => undefined;

interface ApplicationRootProps {
  readonly application: Application;
  readonly stage: ReactStage;
  readonly picture: Picture;
}

export function ApplicationRoot({
  application,
  stage,
  picture: first,
}: ApplicationRootProps): ReactNode {
  const [picture, render] = useState(first);
  const { actions, blocker } = application.router as Router;
  const challenge = useObservable(actions.challenge);
  const question = useObservable(blocker);
  const { dialog: LeaveDialog } = application;
  useLayoutEffect(() => stage.start(render), [stage]);
  return (
    <>
      {/* `Change` precedes the page, because React runs its effect before it changes the nodes that
         follow. */}
      <Change picture={picture} stage={stage} />
      <PageTree application={application} places={picture.scenes}>
        {challenge && createElement(challenge.dialog as ComponentType<Challenge>, challenge)}
      </PageTree>
      {question && LeaveDialog && <LeaveDialog question={question} answer={blocker.answer} />}
    </>
  );
}

function Change({ picture, stage }: Omit<ApplicationRootProps, 'application'>): ReactNode {
  useInsertionEffect(() => stage.commit(picture), [picture, stage]);
  useLayoutEffect(() => stage.changed(picture), [picture, stage]);
  // Renders the first `<i>` below only after hydration, because the server's document has none.
  const isAlive = useSyncExternalStore(
    () => NEVER,
    () => true,
    () => false,
  );
  // A changed number of `<i>` elements makes React animate the whole view as one picture. A
  // transition around the page would be slower, because pictures of long pages take long to make.
  return (
    <ViewTransition default={picture.isMove ? 'auto' : 'none'}>
      {isAlive && <i hidden />}
      {picture.isMarked && <i hidden />}
    </ViewTransition>
  );
}

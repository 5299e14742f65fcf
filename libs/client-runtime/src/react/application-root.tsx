import { Component, useInsertionEffect, useSyncExternalStore, ViewTransition } from 'react';
import type { ReactNode } from 'react';
import type { Router } from '../navigation/router.ts';
import type { Application } from './context.ts';
import { LeaveDialog } from './leave-dialog.tsx';
import { PageTree } from './page-tree.tsx';
import type { Picture, ReactStage } from './react-stage.ts';

const NEVER = (): void => undefined;

interface ApplicationRootProps {
  readonly application: Application;
  readonly stage: ReactStage;
  readonly picture: Picture;
}

interface ApplicationRootState {
  readonly picture: Picture;
}

/** What the stage shows. A class, because only a class is told before the document changes. */
export class ApplicationRoot extends Component<ApplicationRootProps, ApplicationRootState> {
  override state: ApplicationRootState = { picture: this.props.picture };

  readonly #show = (picture: Picture): void => this.setState({ picture });

  override componentDidMount(): void {
    this.props.stage.attach(this.#show);
  }

  override getSnapshotBeforeUpdate(): null {
    this.props.stage.leave(this.state.picture.scenes[0]);
    return null;
  }

  override componentDidUpdate(): void {
    // React asks for one beside getSnapshotBeforeUpdate.
  }

  override render(): ReactNode {
    const { application, stage } = this.props;
    const { picture } = this.state;
    return (
      <>
        <PageTree application={application} places={picture.scenes} />
        <Change picture={picture} stage={stage} />
        <LeaveDialog router={application.router as Router} />
      </>
    );
  }
}

function Change({ picture, stage }: Omit<ApplicationRootProps, 'application'>): ReactNode {
  useInsertionEffect(() => stage.commit(picture), [picture, stage]);
  // The server's document has no mark.
  const isAlive = useSyncExternalStore(
    () => NEVER,
    () => true,
    () => false,
  );
  // One mark or two: where that changes, React has all that is seen fade over as one picture. Around the
  // page, pictures of long pages took longer to make than the pages.
  return (
    <ViewTransition default={picture.isMoving ? 'auto' : 'none'}>
      {isAlive && <i hidden />}
      {picture.isMarked && <i hidden />}
    </ViewTransition>
  );
}

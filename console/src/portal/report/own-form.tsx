// The frame of both forms: the question, articles that may answer it, further fields, and one button.
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Me } from '../../api/index.ts';
import { type CreateState, UnsentFiles } from '../../records/index.ts';
import { takeFiles } from '../../ui/files/take-files.ts';
import { Button } from '../../ui/forms/button.tsx';
import { PreviousIcon, SendIcon } from '../../ui/icons.ts';
import { toast } from '../../ui/overlays/toast.tsx';
import portal from '../../ui/layout/portal.module.css';
import { ArticleOffers } from './article-offers.tsx';
import { CustomInputs } from './custom-inputs.tsx';
import { QuestionField } from './question-field.tsx';
import styles from './report.module.css';
import { textOf, titleOf } from './report.title.ts';

interface OwnFormProps {
  me: Me;
  form: CreateState;
  /** Names the form in the tab of the browser. */
  name: string;
  question: string;
  placeholder: string;
  /** Names what is sent, such as "report". */
  noun: string;
  children?: ReactNode;
}

const leadIn = (noun: string): string => `Your ${noun} was not sent. Your text is kept.`;

/** All messages about the text appear at its field. */
function faultOfText({ fault, faultAt }: CreateState, noun: string): string | undefined {
  if (fault === undefined) return undefined;
  const texts = [faultAt('short_description'), faultAt('description')].filter(Boolean);
  return [leadIn(noun), ...(texts.length > 0 ? texts : [fault])].join(' ');
}

export function OwnForm({ me, form, name, question, placeholder, noun, children }: OwnFormProps) {
  const navigate = useNavigate();
  const { draft, files } = form;
  const text = textOf(draft);
  let { unavailable } = form;
  if (text.trim() === '') unavailable = 'Write a few words first.';
  else if (form.isPending) unavailable = 'It is being sent.';
  const send = () => form.send();
  const solve = () => {
    form.discard();
    toast('Thank you. We are glad that it helped.');
    void navigate({ to: '/home' });
  };
  if (files.unsent)
    return <UnsentFiles files={files} heading={`Your ${noun} was sent, but not its pictures`} />;
  return (
    <form
      className={portal.page}
      aria-label={name}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onPaste={(event) => takeFiles(event, event.clipboardData, files.attach)}
      onDrop={(event) => takeFiles(event, event.dataTransfer, files.attach)}
      onDragOver={(event) => event.preventDefault()}
    >
      <title>{`${name} – Signalbox`}</title>
      <Link to="/home" className={portal.back}>
        <PreviousIcon aria-hidden />
        Home
      </Link>
      <QuestionField
        question={question}
        placeholder={placeholder}
        text={text}
        fault={faultOfText(form, noun)}
        files={files.files}
        onText={(next) => form.change({ title: titleOf(next), description: next })}
        onAttach={files.attach}
        onRemove={(index) => files.change(files.files.toSpliced(index, 1))}
        onSend={send}
      />
      {children}
      <CustomInputs form={form} />
      <ArticleOffers
        text={titleOf(text)}
        me={me}
        sendLabel={`No, send my ${noun}`}
        onSolved={solve}
        onSend={send}
      />
      <div className={styles.foot}>
        <Button
          variant="primary"
          className={portal.large}
          icon={<SendIcon />}
          unavailable={unavailable}
          onClick={send}
        >
          {form.isPending ? 'Sending…' : 'Send'}
        </Button>
        {(text !== '' || files.files.length > 0) && (
          <Button variant="quiet" className={portal.large} onClick={form.discard}>
            Start over
          </Button>
        )}
      </div>
    </form>
  );
}

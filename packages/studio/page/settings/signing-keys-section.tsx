import type { createSigningKeyResponse, listSigningKeysResponse } from 'image-url-contract/schemas/key.ts';
import { useState } from 'preact/hooks';
import type * as z from 'zod';
import { ask } from '../session/service.ts';
import { baseUrl, imageHost } from '../session/stage.ts';
import { report } from '../shell/notice.tsx';
import { words } from '../words.ts';
import { envBlock } from './env-block.ts';
import {
  Copied,
  Creation,
  Deletion,
  Entries,
  Facts,
  Field,
  formatDay,
  KeyLimits,
  Secret,
  toExpiry,
  toLimit,
} from './parts.tsx';
import { may } from './rights.ts';
import { TemplateRestriction } from './template-fields.tsx';
import { useLoaded } from './use-loaded.ts';

export type CreatedSigningKey = z.output<typeof createSigningKeyResponse>;
type Listed = z.output<typeof listSigningKeysResponse>;
type SigningKey = Listed['signingKeys'][number];

const { signingKeys: texts, settings } = words;

const Form = ({ onCreated }: { onCreated: (created: CreatedSigningKey) => void }) => {
  const [name, setName] = useState('');
  const [templateIds, setTemplateIds] = useState<readonly string[]>([]);
  const [expiresOn, setExpiresOn] = useState('');
  const [dailyRenders, setDailyRenders] = useState('');
  const create = async () => {
    const body = {
      ...{ name, ...toExpiry(expiresOn), ...toLimit('dailyRenders', dailyRenders) },
      ...(templateIds.length > 0 && { templateIds }),
    };
    onCreated(await ask<CreatedSigningKey>('POST', '/v1/signing-keys', body));
    setName('');
  };
  return (
    <Creation title={texts.create} onSubmit={create}>
      <Field id="signing-key-name" label={settings.name} value={name} onChange={setName} />
      <KeyLimits
        id="signing-key"
        label={texts.dailyRenders}
        limit={dailyRenders}
        onLimit={setDailyRenders}
        expiresOn={expiresOn}
        onExpiry={setExpiresOn}
      />
      <TemplateRestriction chosen={templateIds} onChange={setTemplateIds} />
    </Creation>
  );
};

/** The environment of a site that signs, which is shown once. */
export const SigningEnvironment = ({ signingKey }: { signingKey: string }) => (
  <>
    <Copied label={words.secret.environment} text={envBlock({ baseUrl, imageHost, signingKey })} isPrimary />
    {imageHost === '' && <p class="warning">{words.secret.unknownHost}</p>}
  </>
);

const Row = ({ signingKey, onChange }: { signingKey: SigningKey; onChange: () => Promise<void> }) => {
  const { signingKeyId, name, templateIds, dailyRenders, expiresAt } = signingKey;
  const [isRevoking, setRevoking] = useState(false);
  const remove = async () => {
    await ask('DELETE', `/v1/signing-keys/${encodeURIComponent(signingKeyId)}${isRevoking ? '?revoke=true' : ''}`);
    report(settings.deleted(name));
    await onChange();
  };
  return (
    <li>
      <p class="entry-title">{name}</p>
      <Facts
        facts={[
          signingKeyId,
          templateIds ? settings.someTemplates(templateIds.length) : settings.allTemplates,
          dailyRenders !== null && texts.daily(dailyRenders),
          settings.until(formatDay(expiresAt)),
        ]}
      />
      <div class="entry-actions">
        <Deletion name={name} text={texts.confirm} onConfirm={remove}>
          {may('revocations:write') && (
            <label class="check spaced">
              <input
                type="checkbox"
                checked={isRevoking}
                onChange={({ currentTarget }) => setRevoking(currentTarget.checked)}
              />
              {texts.revoke}
            </label>
          )}
        </Deletion>
      </div>
    </li>
  );
};

/** Signing keys of the account. */
export const SigningKeysSection = () => {
  const { value, problem, reload } = useLoaded<Listed>('/v1/signing-keys');
  const [created, setCreated] = useState<CreatedSigningKey>();
  return (
    <>
      <p class="lead">{texts.lead}</p>
      {created && (
        <Secret title={created.name} onDone={() => setCreated(undefined)}>
          <SigningEnvironment signingKey={created.signingKey} />
        </Secret>
      )}
      {!created && may('mint') && (
        <Form
          onCreated={(made) => {
            setCreated(made);
            void reload();
          }}
        />
      )}
      <Entries
        entries={value?.signingKeys}
        problem={problem}
        none={texts.none}
        label={settings.sections['signing-keys']}
      >
        {(signingKey) => <Row key={signingKey.signingKeyId} signingKey={signingKey} onChange={reload} />}
      </Entries>
    </>
  );
};

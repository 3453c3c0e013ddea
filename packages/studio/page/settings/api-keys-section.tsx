import type { createKeyResponse, listKeysResponse } from 'image-url-contract/schemas/key.ts';
import { type KeyScope, scopes } from 'image-url-contract/scopes.ts';
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
import { ownKey } from './rights.ts';
import { TemplateRestriction } from './template-fields.tsx';
import { useLoaded } from './use-loaded.ts';

type Created = z.output<typeof createKeyResponse>;
type Listed = z.output<typeof listKeysResponse>;
type ApiKey = Listed['keys'][number];

const { apiKeys: texts, settings } = words;

const getScopeName = (scope: KeyScope): string => (scope === '*' ? texts.all : scope);

/** Sets of scopes for what most keys are for. */
const presets: readonly { readonly name: keyof typeof texts.presets; readonly scopes: readonly KeyScope[] }[] = [
  { name: 'site', scopes: ['mint'] },
  { name: 'ci', scopes: ['templates:read', 'templates:write', 'fonts:write'] },
  { name: 'everything', scopes: ['*'] },
];

const Form = ({ onCreated }: { onCreated: (created: Created) => void }) => {
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<readonly KeyScope[]>(['mint', 'templates:read']);
  const [templateIds, setTemplateIds] = useState<readonly string[]>([]);
  const [expiresOn, setExpiresOn] = useState('');
  const [monthlyMints, setMonthlyMints] = useState('');
  const create = async () => {
    const body = {
      ...{ name, scopes: chosen, ...toExpiry(expiresOn), ...toLimit('monthlyMints', monthlyMints) },
      ...(templateIds.length > 0 && { templateIds }),
    };
    onCreated(await ask<Created>('POST', '/v1/keys', body));
    setName('');
  };
  const toggle = (scope: KeyScope, isOn: boolean) =>
    setChosen(isOn ? [...chosen, scope] : chosen.filter((one) => one !== scope));
  return (
    <Creation title={texts.create} onSubmit={create}>
      <Field id="key-name" label={settings.name} value={name} onChange={setName} />
      <fieldset>
        <legend>{texts.scopes}</legend>
        <ul class="presets">
          {presets.map(({ name: preset, scopes: its }) => (
            <li key={preset}>
              <button type="button" class="quiet" onClick={() => setChosen(its)}>
                {texts.presets[preset][0]}
              </button>{' '}
              {texts.presets[preset][1]}
            </li>
          ))}
        </ul>
        <ul class="checks">
          {[...scopes, '*' as const].map((scope) => (
            <li key={scope}>
              <label>
                <input
                  type="checkbox"
                  checked={chosen.includes(scope)}
                  onChange={({ currentTarget }) => toggle(scope, currentTarget.checked)}
                />
                {getScopeName(scope)}
              </label>
            </li>
          ))}
        </ul>
      </fieldset>
      <KeyLimits
        id="key"
        label={texts.monthlyMints}
        limit={monthlyMints}
        onLimit={setMonthlyMints}
        expiresOn={expiresOn}
        onExpiry={setExpiresOn}
      />
      <TemplateRestriction chosen={templateIds} onChange={setTemplateIds} />
    </Creation>
  );
};

const Row = ({ apiKey, onChange }: { apiKey: ApiKey; onChange: () => Promise<void> }) => {
  const { keyId, name, scopes: its, templateIds, expiresAt, monthlyMints, mintsUsed, lastUsedOn } = apiKey;
  const isOwn = keyId === ownKey.value?.keyId;
  // keys that the operator creates have no name
  const title = name || keyId;
  const remove = async () => {
    await ask('DELETE', `/v1/keys/${encodeURIComponent(keyId)}`);
    report(settings.deleted(title));
    await onChange();
  };
  return (
    <li>
      <p class="entry-title">{title}</p>
      <Facts
        facts={[
          name && keyId,
          isOwn && texts.own,
          templateIds ? settings.someTemplates(templateIds.length) : settings.allTemplates,
          monthlyMints !== null && texts.mints(mintsUsed ?? 0, monthlyMints),
          expiresAt ? settings.until(formatDay(expiresAt)) : settings.never,
          lastUsedOn ? texts.lastUsed(formatDay(lastUsedOn)) : texts.neverUsed,
        ]}
      />
      <p class="entry-facts">{its.map(getScopeName).join(', ')}</p>
      <div class="entry-actions">
        <Deletion name={title} text={isOwn ? texts.confirmOwn : texts.confirm} onConfirm={remove} />
      </div>
    </li>
  );
};

/** API keys of the account. */
export const ApiKeysSection = () => {
  const { value, problem, reload } = useLoaded<Listed>('/v1/keys');
  const [created, setCreated] = useState<Created>();
  return (
    <>
      <p class="lead">{texts.lead}</p>
      {created ? (
        <Secret title={created.key.name} onDone={() => setCreated(undefined)}>
          <Copied
            label={words.secret.environment}
            text={envBlock({ baseUrl, imageHost, apiKey: created.apiKey })}
            isPrimary
          />
        </Secret>
      ) : (
        <Form
          onCreated={(made) => {
            setCreated(made);
            void reload();
          }}
        />
      )}
      <Entries entries={value?.keys} problem={problem} none={texts.none} label={settings.sections['api-keys']}>
        {(apiKey) => <Row key={apiKey.keyId} apiKey={apiKey} onChange={reload} />}
      </Entries>
    </>
  );
};

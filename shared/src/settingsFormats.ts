/**
 * The table of settings in its generated formats: the configuration of package.json, a JSON schema for `.loupe.yml` and
 * the table in docs/settings.md. `npm run settings` writes them.
 */
import { LEVELS, SETTING_GROUPS, SETTINGS_SCHEMA, SEVERITIES, type SettingGroup, type SettingSchema } from './settings';

/** `contributes.configuration` of package.json: one section per group. */
export function configurationSections(): readonly object[] {
  return SETTING_GROUPS.map((group, order) => ({
    title: group,
    order,
    properties: mapSettings(
      group,
      key => `loupe.${key}`,
      setting => ({
        ...typeSchema(setting),
        ...(setting.choiceDescriptions ? { markdownEnumDescriptions: setting.choiceDescriptions } : {}),
        ...(setting.userOnly ? { scope: 'machine' } : {}),
        default: setting.default,
        markdownDescription: setting.description,
      }),
    ),
  }));
}

/** JSON schema of `.loupe.yml`, for editors that validate YAML. */
export function configFileSchema(): object {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Settings of Loupe',
    type: ['object', 'null'],
    additionalProperties: false,
    properties: mapSettings(
      null,
      key => key,
      setting => ({ ...fileTypeSchema(setting), default: setting.default, description: describeSetting(setting) }),
    ),
  };
}

/** The tables of docs/settings.md. */
export function settingTables(): string {
  return SETTING_GROUPS.map(group => {
    const rows = entriesOf(group).map(
      ([key, setting]) => `| \`${key}\` | ${showDefault(setting)} | ${describeSetting(setting)} |`,
    );
    return [`### ${group}`, '', '| setting | default | meaning |', '|---|---|---|', ...rows].join('\n');
  }).join('\n\n');
}

/** The description, and what each choice means. */
function describeSetting({ description, choices = [], choiceDescriptions = [] }: SettingSchema): string {
  const explained = choices.map((choice, index) => `\`${choice}\`: ${choiceDescriptions[index]}`);
  return explained.length === 0 ? description : `${description} ${explained.join('; ')}.`;
}

/** All settings, or those of a group. */
function entriesOf(group: SettingGroup | null): readonly (readonly [string, SettingSchema])[] {
  return Object.entries(SETTINGS_SCHEMA).filter(([, setting]) => group === null || setting.group === group);
}

function mapSettings(
  group: SettingGroup | null,
  name: (key: string) => string,
  convert: (setting: SettingSchema) => object,
): Record<string, object> {
  return Object.fromEntries(entriesOf(group).map(([key, setting]) => [name(key), convert(setting)]));
}

function typeSchema({ type, choices, minimum }: SettingSchema): object {
  switch (type) {
    case 'strings':
      return { type: 'array', items: { type: 'string' } };
    case 'severities':
      return { type: 'object', additionalProperties: { enum: SEVERITIES } };
    case 'levels':
      return { type: 'object', additionalProperties: { enum: LEVELS } };
    case 'remote-cache':
      return {
        type: 'object',
        additionalProperties: false,
        properties: { remote: { type: ['string', 'null'] }, mode: { enum: ['read', 'write'] } },
      };
    case 'optional-string':
      return { type: ['string', 'null'] };
    default:
      return { type, ...(choices ? { enum: choices } : {}), ...(minimum === undefined ? {} : { minimum }) };
  }
}

/** `.loupe.yml` also accepts one string for a list, and YAML's `off`, which some parsers read as false. */
function fileTypeSchema(setting: SettingSchema): object {
  if (setting.type === 'strings') return { type: ['string', 'array'], items: { type: 'string' } };
  if (setting.type === 'severities') return { type: 'object', additionalProperties: { enum: [...SEVERITIES, false] } };
  if (setting.type === 'levels') return { type: 'object', additionalProperties: { enum: [...LEVELS, false] } };
  return typeSchema(setting);
}

function showDefault({ default: standard, choices }: SettingSchema): string {
  if (choices) return choices.map(each => (each === standard ? `**\`${each}\`**` : `\`${each}\``)).join(', ');
  return `\`${JSON.stringify(standard)}\``;
}

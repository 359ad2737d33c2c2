// Pickers offer these categories of incidents, and accept others.
import { TextField } from '../../ui/forms/text-field.tsx';
import { TextLines } from '../../ui/forms/text-lines.tsx';
import { type RowProps, RowsField } from './rows-field.tsx';
import { settingsSection } from './section.tsx';
import { categoriesOf, type Category } from './settings.form.ts';
import styles from './settings.module.css';

const countText = (count: number): string =>
  count === 1 ? '1 subcategory' : `${count || 'No'} subcategories`;

const CategoryRow = ({ row, position, onChange, remove }: RowProps<Category>) => (
  <fieldset className={styles.template}>
    <legend>{`Category ${position}`}</legend>
    <div className={styles.named}>
      <TextField
        label="Name"
        value={row.name}
        maxLength={255}
        onChange={(name) => onChange({ name })}
      />
      {remove}
    </div>
    <details>
      <summary>{countText(row.subcategories.length)}</summary>
      <div className={styles.texts}>
        <TextLines
          label="Subcategories, one per line"
          value={row.subcategories}
          onChange={(subcategories) => onChange({ subcategories })}
        />
      </div>
    </details>
  </fieldset>
);

export const categories = settingsSection<{ categories: readonly Category[] }>({
  title: 'Categories',
  text: 'Categories and subcategories offered in the incident form, in this order. Others can still be entered.',
  valuesOf: (settings) => ({ categories: settings.categories }),
  bodyOf: (values) => {
    const complete = categoriesOf(values.categories);
    return complete && { categories: complete };
  },
  fields: [
    {
      name: 'categories',
      kind: 'own',
      label: 'Categories',
      render: (value, onChange) => (
        <RowsField
          noun="category"
          plural="categories"
          value={value}
          blank={{ name: '', subcategories: [] }}
          onChange={onChange}
          Row={CategoryRow}
        />
      ),
    },
  ],
});

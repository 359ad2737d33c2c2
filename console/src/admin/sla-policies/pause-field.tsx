// Each clock is paused by holds for some reasons.
import { holdReasons, slaMetrics } from '../../words/index.ts';
import styles from './policies.module.css';
import { type PolicyValues, reasons } from './policies.values.ts';
import { metricLabel } from './policies.words.ts';

interface PauseFieldProps {
  value: PolicyValues['pause'];
  onChange: (value: PolicyValues['pause']) => void;
}

export const PauseField = ({ value, onChange }: PauseFieldProps) => (
  <table className={styles.pause}>
    <thead>
      <tr>
        <th scope="col">On hold</th>
        {slaMetrics.map((metric) => (
          <th key={metric} scope="col">
            {metricLabel(metric, 'incident')}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {reasons.map((reason) => (
        <tr key={reason}>
          <th scope="row">{holdReasons[reason]}</th>
          {slaMetrics.map((metric) => (
            <td key={metric}>
              <label>
                <input
                  type="checkbox"
                  aria-label={`${holdReasons[reason] ?? reason} pauses ${metricLabel(metric, 'incident').toLowerCase()}`}
                  checked={value[metric].includes(reason)}
                  onChange={({ currentTarget }) =>
                    onChange({
                      ...value,
                      [metric]: reasons.filter((one) =>
                        one === reason ? currentTarget.checked : value[metric].includes(one),
                      ),
                    })
                  }
                />
              </label>
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

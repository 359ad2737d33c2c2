// A chart over time has bars beside each other, stacked bars, or lines. Its numbers are in a table below it.
import { AxisBottom, AxisLeft } from '@visx/axis';
import { GridRows } from '@visx/grid';
import { scaleBand, scaleLinear } from '@visx/scale';
import { LinePath } from '@visx/shape';
import { useState } from 'react';
import type { Axis } from './duration-axis.ts';
import { useWidth } from './use-width.ts';
import { highest, type Series, stackOf, tickCount, tickIndexes } from './time-chart.ts';
import styles from './time-chart.module.css';

interface TimeChartProps<P> {
  /** Screen readers announce this summary of the chart. */
  label: string;
  points: readonly P[];
  series: readonly Series<P>[];
  kind: 'bars' | 'stacked' | 'lines';
  /** Returns a short name for the time of a point. */
  nameOf: (point: P) => string;
  format: (value: number) => string;
  height?: number;
  /** The scale ends here, such as at 1 for a share; if omitted, it ends at the highest value. */
  top?: number;
  /** Replaces the ticks of the scale where powers of ten would be wrong. */
  axis?: (most: number, steps: number) => Axis;
}

const MARGIN = { top: 8, right: 8, bottom: 22, left: 44 };
const LABEL_WIDTH = 64;

interface PlotProps<P> extends TimeChartProps<P> {
  width: number;
  height: number;
  active: number | undefined;
  onActive: (index: number | undefined) => void;
}

function Plot<P>(props: PlotProps<P>) {
  const { label, points, series, kind, nameOf, format, top, axis, active, onActive } = props;
  const { width, height } = props;
  const [right, bottom] = [width - MARGIN.right, height - MARGIN.bottom];
  const most = top ?? highest(points, series, kind === 'stacked');
  const x = scaleBand({
    domain: points.map((_, index) => index),
    range: [MARGIN.left, right],
    padding: 0.25,
  });
  const ticks = tickCount(top === undefined ? most : 4, bottom - MARGIN.top);
  const given = axis?.(most, ticks);
  const y = scaleLinear({
    domain: [0, given?.values.at(-1) ?? most],
    range: [bottom, MARGIN.top],
    nice: top === undefined && given === undefined,
  });
  const tickProps = { numTicks: ticks, ...(given && { tickValues: given.values }) };
  const middle = (index: number) => (x(index) ?? 0) + x.bandwidth() / 2;
  const part = x.bandwidth() / series.length;
  return (
    <svg width={width} height={height} role="img" aria-label={label}>
      <GridRows
        scale={y}
        left={MARGIN.left}
        width={right - MARGIN.left}
        {...tickProps}
        className={styles.grid ?? ''}
        stroke="currentColor"
      />
      {points.map((point, index) => (
        // A point is identified by its place in the period.
        // eslint-disable-next-line react/no-array-index-key
        <g
          key={index}
          onMouseEnter={() => onActive(index)}
          onMouseLeave={() => onActive(undefined)}
        >
          <rect
            x={middle(index) - x.step() / 2}
            y={MARGIN.top}
            width={x.step()}
            height={bottom - MARGIN.top}
            className={active === index ? styles.activeGround : styles.ground}
          />
          {kind === 'stacked' &&
            stackOf(point, series).map(({ id, tone, from, to }) => (
              <rect
                key={id}
                x={x(index)}
                y={y(to)}
                width={x.bandwidth()}
                height={y(from) - y(to)}
                className={styles[tone]}
              />
            ))}
          {kind === 'bars' &&
            series.map(({ id, tone, value }, place) => (
              <rect
                key={id}
                x={(x(index) ?? 0) + place * part}
                y={y(value(point) ?? 0)}
                width={Math.max(1, part - (part > 6 ? 1 : 0))}
                height={bottom - y(value(point) ?? 0)}
                className={styles[tone]}
              />
            ))}
        </g>
      ))}
      {kind === 'lines' &&
        series.map(({ id, tone, value }, place) => (
          <g key={id} className={styles.passive}>
            <LinePath
              data={points.map((point, index) => ({ index, value: value(point) }))}
              defined={(one) => one.value !== null}
              x={(one) => middle(one.index)}
              y={(one) => y(one.value ?? 0)}
              className={`${styles.line} ${styles[`${tone}Line`]}`}
              strokeDasharray={place === 0 ? undefined : '5 3'}
            />
            {points.map((point, index) => {
              const at = value(point);
              return at === null ? null : (
                <circle
                  // eslint-disable-next-line react/no-array-index-key
                  key={index}
                  cx={middle(index)}
                  cy={y(at)}
                  r={active === index ? 4 : points.length > 40 ? 1 : 2}
                  className={styles[tone]}
                />
              );
            })}
          </g>
        ))}
      <AxisLeft
        scale={y}
        left={MARGIN.left}
        {...tickProps}
        hideAxisLine
        hideTicks
        tickFormat={(value) => (given?.format ?? format)(Number(value))}
        tickComponent={({ x: at, y: level, formattedValue }) => (
          <text x={at + 2} y={level} dy="0.33em" textAnchor="end" className={styles.tick}>
            {formattedValue}
          </text>
        )}
      />
      <AxisBottom
        scale={x}
        top={bottom}
        hideTicks
        stroke="currentColor"
        axisLineClassName={styles.axis ?? ''}
        tickValues={tickIndexes(points.length, Math.floor((right - MARGIN.left) / LABEL_WIDTH))}
        tickFormat={(index) => {
          const point = points[index];
          return point === undefined ? '' : nameOf(point);
        }}
        tickComponent={({ x: at, formattedValue }) => (
          <text x={at} y={16} textAnchor="middle" className={styles.tick}>
            {formattedValue}
          </text>
        )}
      />
    </svg>
  );
}

const total = <P,>(points: readonly P[], { value }: Series<P>): number =>
  points.reduce((sum, point) => sum + (value(point) ?? 0), 0);

/** The legend has the values under the pointer, or the sums of the period where values are counts. */
export function TimeChart<P>({ height = 180, ...props }: TimeChartProps<P>) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const [active, setActive] = useState<number>();
  const { points, series, kind, nameOf, format } = props;
  const point = active === undefined ? undefined : points[active];
  const legendValue = (one: Series<P>): string => {
    const value = point === undefined ? total(points, one) : one.value(point);
    return value === null ? '–' : format(value);
  };
  return (
    <div className={styles.chart}>
      <div className={styles.legend}>
        {series.map((one, place) => (
          <span key={one.id}>
            <i
              className={styles[`${one.tone}Mark`]}
              data-line={kind === 'lines' ? place : undefined}
            />
            {one.label}
            {(kind !== 'lines' || point !== undefined) && <b>{legendValue(one)}</b>}
          </span>
        ))}
        <span className={styles.when}>{point !== undefined && nameOf(point)}</span>
      </div>
      <div ref={ref} style={{ height }}>
        {width > 0 && (
          <Plot {...props} width={width} height={height} active={active} onActive={setActive} />
        )}
      </div>
    </div>
  );
}

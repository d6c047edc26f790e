// What a dashboard consists of: its JSON is checked against the schema of these types.
import { Dashboard } from '@grafana/schema/dist/esm/raw/dashboard/x/dashboard_types.gen';
import { Options as HeatMap, FieldConfig as HeatMapField } from '@grafana/schema/dist/esm/raw/composable/heatmap/panelcfg/x/HeatmapPanelCfg_types.gen';
import { Options as Stat } from '@grafana/schema/dist/esm/raw/composable/stat/panelcfg/x/StatPanelCfg_types.gen';
import { Options as States, FieldConfig as StatesField } from '@grafana/schema/dist/esm/raw/composable/statetimeline/panelcfg/x/StateTimelinePanelCfg_types.gen';
import { Options as Table, FieldConfig as TableField } from '@grafana/schema/dist/esm/raw/composable/table/panelcfg/x/TablePanelCfg_types.gen';
import { Options as Graph, FieldConfig as GraphField } from '@grafana/schema/dist/esm/raw/composable/timeseries/panelcfg/x/TimeSeriesPanelCfg_types.gen';

/** Panels by their type, first what a panel of it may choose, then what its fields may. */
export interface All {
    dashboard: Dashboard;
    heatmap: [HeatMap, HeatMapField];
    stat: [Stat, any];
    'state-timeline': [States, StatesField];
    table: [Table, TableField];
    timeseries: [Graph, GraphField];
}

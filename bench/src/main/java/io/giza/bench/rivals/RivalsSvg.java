package io.giza.bench.rivals;

import io.giza.bench.report.Svg;
import io.giza.bench.rivals.RivalsResult.Figures;
import io.giza.bench.rivals.RivalsResult.Line;
import io.giza.bench.rivals.RivalsResult.Ratios;

import java.util.Locale;

/**
 * A comparison as a picture: for each rival a row for each work, with two bars that begin at
 * equality and show on a scale of doublings how Giza compares. To the right of the middle Giza has
 * more.
 */
final class RivalsSvg {
    private static final int WIDTH = 960;
    private static final int ROW = 26;
    private static final int TOP = 96;
    private static final int BETWEEN = 70;
    private static final int OPS_CENTRE = 370;
    private static final int CPU_CENTRE = 740;
    private static final int DOUBLING = 32;
    private static final double DOUBLINGS_SHOWN = 3;
    private static final int BAR = 14;
    private static final int NUMBERS = 112;

    private final RivalsResult result;
    private final Svg svg;

    private RivalsSvg(RivalsResult result) {
        this.result = result;
        this.svg =
                new Svg(
                        WIDTH,
                        TOP + (result.stores().size() - 1) * panelHeight(result),
                        result.stores().getFirst().name() + " beside other stores");
    }

    private static int panelHeight(RivalsResult result) {
        return result.lines().size() * ROW + BETWEEN;
    }

    static String of(RivalsResult result) {
        return new RivalsSvg(result).draw();
    }

    private String draw() {
        int rivals = result.stores().size() - 1;
        String own = result.stores().getFirst().name();
        svg.text("h", 20, 30, own + " beside other stores, on one machine in turn");
        svg.text(
                "s",
                20,
                50,
                "Medians of turns (%d of %d s each). Bars begin at 1, and double or halve every %d pixels; green is better."
                        .formatted(result.rounds(), result.seconds(), DOUBLING));
        svg.text("s", 20, 67, result.conditions().text() + RivalsTable.others(result));
        for (int rival = 0; rival < rivals; rival++) {
            panel(rival, TOP + rival * panelHeight(result));
        }
        return svg.end();
    }

    private void panel(int rival, int top) {
        String names =
                result.stores().getFirst().name() + " / " + result.stores().get(rival + 1).name();
        svg.text("m", OPS_CENTRE, top + 14, "operations per second, " + names);
        svg.text("m", CPU_CENTRE, top + 14, "server CPU per operation, " + names);
        int bottom = top + 28 + result.lines().size() * ROW;
        for (int centre : new int[] {OPS_CENTRE, CPU_CENTRE}) {
            svg.line("one", centre, top + 24, centre, bottom);
        }
        for (int number = 0; number < result.lines().size(); number++) {
            row(result.lines().get(number), rival, top + 28 + number * ROW);
        }
    }

    private void row(Line line, int rival, int top) {
        Figures own = line.stores().getFirst();
        Figures other = line.stores().get(rival + 1);
        Ratios ratios = line.ratios().get(rival);
        svg.text("", 20, top + 12, line.work().label());
        bar(OPS_CENTRE, top, ratios.ops(), ratios.ops() >= 1);
        numbers(OPS_CENTRE, top, ratios.ops(), own.opsPerS(), other.opsPerS());
        bar(CPU_CENTRE, top, ratios.cpu(), ratios.cpu() <= 1);
        numbers(CPU_CENTRE, top, ratios.cpu(), own.serverCpuMs(), other.serverCpuMs());
    }

    private void bar(int centre, int top, double ratio, boolean isGood) {
        double doublings = Math.log(ratio) / Math.log(2);
        double length = Math.clamp(doublings, -DOUBLINGS_SHOWN, DOUBLINGS_SHOWN) * DOUBLING;
        svg.rectangle(
                isGood ? "good" : "bad",
                Math.min(centre, centre + length),
                top,
                Math.abs(length),
                BAR);
    }

    private void numbers(int centre, int top, double ratio, double own, double other) {
        svg.text("", centre + NUMBERS, top + 12, String.format(Locale.ROOT, "%.2f", ratio));
        svg.text(
                "s",
                centre + NUMBERS + 34,
                top + 12,
                String.format(Locale.ROOT, "%.1f / %.1f", own, other));
    }
}

package io.giza.commit;

import io.giza.commit.group.CommitSettings;
import io.giza.commit.group.ListingRule;
import io.giza.commit.group.MetadataGroup;
import io.giza.commit.group.Resolutions;
import io.giza.paxos.LatestVersion;
import io.giza.paxos.PluralitySelection;
import io.giza.paxos.ValueSelection;

/**
 * The metadata path of one account at one gateway, wired.
 *
 * @param group the metadata data centers
 * @param committer appends records
 * @param reader reads versions
 * @param lister lists keys
 */
public record MetadataPath(
        MetadataGroup group, VersionCommitter committer, VersionReader reader, KeyLister lister) {
    /**
     * The rules of the protocol that decide from replies. The mutation drill replaces them.
     *
     * @param selection what the owner of a classic ballot must propose
     * @param latest what the latest version is
     * @param own which decisions are one's own
     * @param listing what pages of rows tell together
     */
    public record Rules(
            ValueSelection selection,
            LatestVersion latest,
            OwnRecordRule own,
            ListingRule listing) {
        /** The protocol's own rules. */
        public static final Rules PROTOCOL =
                new Rules(
                        new ValueSelection(),
                        new LatestVersion(),
                        new OwnRecordRule(),
                        new ListingRule());

        /** Returns these rules with another one for picking a value. */
        public Rules with(ValueSelection other) {
            return new Rules(other, latest, own, listing);
        }

        /** Returns these rules with another one for reading. */
        public Rules with(LatestVersion other) {
            return new Rules(selection, other, own, listing);
        }

        /** Returns these rules with another one for recognizing one's own record. */
        public Rules with(OwnRecordRule other) {
            return new Rules(selection, latest, other, listing);
        }

        /** Returns these rules with another one for putting pages together. */
        public Rules with(ListingRule other) {
            return new Rules(selection, latest, own, other);
        }

        private ValueSelection selectionFor(CommitSettings settings) {
            return switch (settings.contention()) {
                case COOPERATIVE -> selection;
                case SIMPLE -> new PluralitySelection();
            };
        }
    }

    /** Wires the metadata path over {@code group}. */
    public static MetadataPath over(
            MetadataGroup group, CommitSettings settings, Rules rules, CommitMetrics metrics) {
        Decider decider = new Decider(group, settings, rules.selectionFor(settings), metrics);
        VersionReader reader = new VersionReader(group, settings, decider, rules.latest(), metrics);
        return new MetadataPath(
                group,
                new VersionCommitter(group, decider, reader, rules.own(), rules.latest(), metrics),
                reader,
                new KeyLister(group, settings, rules.latest(), rules.listing(), reader));
    }

    /** Returns what closes versions that nobody decides. */
    public VersionCloser closer() {
        return committer.closer();
    }

    /** Returns what tells rows of the fate of data. */
    public Resolutions resolutions() {
        return new Resolutions(group);
    }
}

package io.giza.simulation.drill;

import io.giza.commit.CommitResult;
import io.giza.gateway.upload.UploadRules;
import io.giza.model.BucketRecord.Versioning;
import io.giza.model.Command;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.simulation.cluster.Protocol;
import io.giza.version.UploadGarbage;
import io.giza.version.VersionRules;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;

/** Uploads with one rule broken each. */
final class UploadMutants {
    private UploadMutants() {}

    /** Returns the mutants by name. */
    static Map<String, Protocol> all() {
        Map<String, Protocol> mutants = new LinkedHashMap<>();
        mutants.put("another record appended than was decided", new OwnRecords());
        mutants.put(
                "record of another versioning appended",
                by(
                        new UploadRules() {
                            @Override
                            public boolean mayAppend(Mode decided, Versioning now) {
                                return true;
                            }
                        }));
        mutants.put(
                "completion gone on with whatever became of it",
                by(
                        new UploadRules() {
                            @Override
                            public boolean isLatest(CommitResult.Committed decided) {
                                return true;
                            }
                        }));
        mutants.put("part of an object deleted with its upload", new Wasteful());
        mutants.put("part collected because a later one was sent", new Tidy());
        return mutants;
    }

    private static Protocol by(UploadRules rules) {
        return new Protocol() {
            @Override
            public UploadRules uploadRules() {
                return rules;
            }
        };
    }

    private static final class Wasteful extends Protocol {
        @Override
        public VersionRules versions() {
            return new VersionRules() {
                @Override
                public boolean mayDelete(UploadGarbage.Verdict verdict) {
                    return true;
                }
            };
        }
    }

    private static final class Tidy extends Protocol {
        @Override
        public VersionRules versions() {
            return new VersionRules() {
                @Override
                public boolean maySupersede(ObjectKey key) {
                    return true;
                }
            };
        }
    }

    /** Each gateway names its attempt for itself, as if it were a put of its own. */
    private static final class OwnRecords extends Protocol {
        @Override
        public UploadRules uploadRules() {
            Random random = new Random(1);
            return new UploadRules() {
                @Override
                public Value toAppend(Value decided) {
                    return new Value(
                            decided.format(),
                            PutId.random(random),
                            decided.base(),
                            OpId.random(random),
                            Command.of(
                                    decided.kind(), decided.command().argument(), decided.body()));
                }
            };
        }
    }
}

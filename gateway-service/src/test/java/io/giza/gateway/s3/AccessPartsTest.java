package io.giza.gateway.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.acl.AccessControlList;
import io.giza.acl.Grant;
import io.giza.acl.Grantee;
import io.giza.acl.Permission;
import io.giza.gateway.s3.acl.Grantees;
import io.giza.gateway.s3.document.PublicAccessBlock;
import io.giza.gateway.s3.policy.ConditionValues;
import io.giza.gateway.s3.policy.Decision;
import io.giza.gateway.s3.policy.Policy;
import io.giza.gateway.s3.policy.PolicyEvaluator;
import io.giza.gateway.s3.policy.PolicyRequest;
import io.giza.gateway.s3.policy.PolicyStatus;
import io.giza.gateway.s3.policy.Requester;
import io.giza.gateway.s3.policy.document.KnownPrincipals;
import io.giza.gateway.s3.policy.document.PolicyReader;
import io.giza.gateway.s3.policy.request.OperationActions;
import io.giza.gateway.s3.policy.request.RequestConditions;
import io.giza.gateway.s3.policy.request.RequiredAction;
import io.giza.gateway.s3.request.Headers;
import io.giza.gateway.s3.request.Query;
import io.giza.gateway.s3.request.RawRequest;
import io.giza.gateway.s3.request.Resource;
import io.giza.gateway.s3.route.Operation;
import io.giza.gateway.s3.route.Routes;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** From a request's head to what policies and lists say: how the parts fit together. */
class AccessPartsTest {
    private static final String OWNER = "0".repeat(64);

    @Test
    void aRequestIsAllowedByThePolicyIfAllOfItsActionsAre() {
        Policy policy =
                policy(
                        """
                        {"Version": "2012-10-17", "Statement": [
                         {"Effect": "Allow", "Principal": "*", "Action": "s3:PutObject",
                          "Resource": "arn:aws:s3:::bbb/*"},
                         {"Effect": "Allow", "Principal": "*", "Action": "s3:PutObjectTagging",
                          "Resource": "arn:aws:s3:::bbb/*",
                          "Condition": {"StringEquals": {"s3:RequestObjectTag/team": "one"}}}]}
                        """);

        assertThat(decisions(policy, put(Map.of()))).containsExactly(Decision.ALLOW);
        assertThat(decisions(policy, put(Map.of("x-amz-tagging", List.of("team=one")))))
                .containsExactly(Decision.ALLOW, Decision.ALLOW);
        assertThat(decisions(policy, put(Map.of("x-amz-tagging", List.of("team=two")))))
                .containsExactly(Decision.ALLOW, Decision.NONE);
        assertThat(decisions(policy, put(Map.of("x-amz-acl", List.of("private")))))
                .containsExactly(Decision.ALLOW, Decision.NONE);
    }

    @Test
    void aBlockTakesBackWhatIsPublic() {
        AccessControlList list =
                new AccessControlList(
                        OWNER, List.of(new Grant(Grantee.Group.ALL_USERS, Permission.READ)));
        Policy open =
                policy(
                        """
                        {"Statement": {"Effect": "Allow", "Principal": "*",
                         "Action": "s3:GetObject", "Resource": "arn:aws:s3:::bbb/*"}}
                        """);
        PublicAccessBlock block = PublicAccessBlock.NONE.and(PublicAccessBlock.ALL);
        AccessControlList left = block.ignorePublicAcls() ? list.withoutPublicGrants() : list;

        Predicate<Grantee> anonymous = each -> Grantees.include(each, new Requester.Anonymous());
        assertThat(list.allows(anonymous, Permission.READ)).isTrue();
        assertThat(left.allows(anonymous, Permission.READ)).isFalse();
        assertThat(block.restrictPublicBuckets() && PolicyStatus.isPublic(open)).isTrue();
    }

    private static List<Decision> decisions(Policy policy, RawRequest request) {
        Resource resource = request.resource();
        Operation operation = Routes.find(request, resource.shape());
        RequestConditions facts =
                new RequestConditions(
                        request,
                        new RequestConditions.Arrival("192.0.2.1", Instant.EPOCH, ""),
                        RequestConditions.Signature.NONE,
                        "",
                        ConditionValues.NOTHING);
        List<Decision> decisions = new ArrayList<>();
        for (RequiredAction required : OperationActions.of(operation, request)) {
            decisions.add(
                    PolicyEvaluator.decide(
                            policy,
                            new PolicyRequest(
                                    new Requester.Anonymous(),
                                    required.action(),
                                    PolicyRequest.object(resource.bucket(), resource.key()),
                                    facts)));
        }
        return decisions;
    }

    private static RawRequest put(Map<String, List<String>> headers) {
        return new RawRequest("PUT", "/bbb/k", Query.parse(""), Headers.of(headers));
    }

    private static Policy policy(String json) {
        return PolicyReader.ofBucket(
                json.getBytes(StandardCharsets.UTF_8), "bbb", KnownPrincipals.ALL);
    }
}

module giza.io/suites/linearizability

go 1.24

require github.com/anishathalye/porcupine v1.3.1

require (
	github.com/aws/aws-sdk-go-v2 v1.47.6
	github.com/aws/smithy-go v1.28.8 // indirect
)

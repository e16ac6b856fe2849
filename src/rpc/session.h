// What is true of the one client for as long as the pipe lives: did it greet us, are we going. Owner thread only.
#ifndef A2A_RPC_SESSION_H_
#define A2A_RPC_SESSION_H_

namespace a2a::rpc {

class Session {
 public:
  // Said by the handler of the handshake. Counts from now on, but a batch that fails takes it back.
  void Greet() { greeted_ = true; }
  bool greeted() const { return greeted_; }

  // A signal came: calls that are not started are refused from now on.
  void BeginShutdown() { shutting_down_ = true; }
  bool shutting_down() const { return shutting_down_; }

  void CommitBatch() { kept_ = greeted_; }
  void RollbackBatch() { greeted_ = kept_; }

 private:
  bool greeted_ = false;
  bool kept_ = false;  // greeted_ as of the last batch that was kept
  bool shutting_down_ = false;
};

}  // namespace a2a::rpc

#endif  // A2A_RPC_SESSION_H_
